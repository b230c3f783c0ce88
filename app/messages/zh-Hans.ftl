### 读者看到的所有中文文本；en.ftl 是对应的英文。
###
### 只写完整的句子，不由翻译片段拼接。含变量时两种语言的变量必须相同；确实不翻译的文本，在其上方的注释里写 “not translated”。

## charts/words.rs

not-run = 未执行
missing = 缺失
no-valid-response = 无有效响应
not-measured = 未测得
not-resolved = 范围重叠：无法判定

verdict = { $clean } 个无失败场景中，输出吞吐提高 { $improved } 个、下降 { $worse } 个、无法判定 { $not-resolved } 个（全部无失败场景的几何平均为原来的 { $ratio }，{ $percent }）；{ $left-out }。
left-out-of-verdict = { $failing ->
    [0] 两侧均执行的场景中，没有因失败被排除的
   *[other] 因失败排除 { $failing } 个：仅升级后失败 { $after } 个，仅升级前失败 { $before } 个，两侧均失败 { $both } 个
  }{ $other ->
    [0] {""}
   *[other] ；另有 { $other } 个因其他原因排除
  }
no-verdict = 无法给出结论：{ $scenarios } 个场景中没有一个完整执行、逐条核对且无失败。

no-difference = 此处的无失败场景（{ $all } 个中的 { $clean } 个）无明确差异
