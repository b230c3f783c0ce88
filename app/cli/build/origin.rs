use std::str::FromStr;

/// Where a site will stand: the address of its front page, which ends with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin(String);

impl Origin {
    /// The address of what stands at `path` in the site.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no address of a site, expected `https://HOST/` or `https://HOST/PATH/`"
            )
        };
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let (host, _) = rest.split_once('/').unwrap_or((rest, ""));
        let named = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/%:[]".contains(c);
        if !["http", "https"].contains(&scheme)
            || host.is_empty()
            || !host.chars().all(named)
            || !rest.chars().all(plain)
        {
            return Err(wrong());
        }
        let end = if text.ends_with('/') { "" } else { "/" };
        Ok(Self(format!("{text}{end}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_a_site_has_a_host_and_ends_with_a_slash() {
        for (text, page) in [
            ("https://results.example", "https://results.example/a/"),
            ("https://results.example/", "https://results.example/a/"),
            (
                "http://[::1]:8080/some/path",
                "http://[::1]:8080/some/path/a/",
            ),
        ] {
            let origin: Origin = text.parse().unwrap();
            assert_eq!(origin.address("a/"), page);
        }
        for text in [
            "results.example",
            "https://",
            "https:///path/",
            "ftp://results.example/",
            "https://me:word@results.example/",
            "https://results.example/?a=b",
            "https://results.example/#a",
            "https://results.example/\"><script>",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
