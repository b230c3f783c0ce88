//! A chart as a picture of dots, drawn by the browser from the chart's own file.

use js_sys::{JsString, encode_uri_component};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::browser;

/// Dots for each of the picture's own units, so that words stay sharp.
const DOTS: u32 = 2;

/// Draws `svg`, whole with its words, and offers it as the PNG file `name`.
pub async fn save(name: &str, svg: &str) -> Result<(), JsValue> {
    let image = HtmlImageElement::new()?;
    // The content policy of the page takes pictures from such an address and from nowhere else.
    image.set_src(&format!("data:image/svg+xml,{}", encode_uri_component(svg)));
    JsFuture::from(image.decode()).await?;
    let (width, height) = (DOTS * image.natural_width(), DOTS * image.natural_height());
    let document = web_sys::window().and_then(|window| window.document());
    let canvas = document.ok_or("no document")?.create_element("canvas")?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().map_err(|_| "no canvas")?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d")?.ok_or("no context to draw in")?;
    let context: CanvasRenderingContext2d = context.dyn_into().map_err(|_| "no context")?;
    context.set_fill_style_str("#fff");
    context.fill_rect(0.0, 0.0, width.into(), height.into());
    context.draw_image_with_html_image_element_and_dw_and_dh(
        &image,
        0.0,
        0.0,
        width.into(),
        height.into(),
    )?;
    let blob = JsFuture::from(js_sys::Promise::new(&mut |done, refused| {
        let done = Closure::once_into_js(move |blob: Option<Blob>| {
            // A function of a promise takes whatever it is called with.
            let _ = match blob {
                Some(blob) => done.call1(&JsValue::NULL, &blob),
                None => refused.call1(&JsValue::NULL, &JsString::from("nothing was drawn")),
            };
        });
        // It throws only for a picture from another origin, which this is not.
        let _ = canvas.to_blob(done.unchecked_ref());
    }))
    .await?;
    browser::offer(name, &blob.dyn_into::<Blob>()?).ok_or("the browser took no file")?;
    Ok(())
}
