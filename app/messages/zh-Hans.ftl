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
metric-output-tok-s = 输出吞吐
metric-ttft-p50-ms = 首 Token 时延（TTFT）中位数
metric-ttft-p95-ms = P95 首 Token 时延（TTFT）
metric-tpot-p50-ms = 每输出 Token 时延（TPOT）中位数
metric-tpot-p95-ms = P95 每输出 Token 时延（TPOT）
metric-e2e-p50-ms = 端到端时延（E2E）中位数
metric-e2e-p95-ms = P95 端到端时延（E2E）
open-change = { $change }; { not-resolved }
by-the-client = { $counts }（客户端自报）
headline-none-failed = { $throughput }；没有失败请求
headline-failed = { $throughput }；失败请求 { $before } → { $after }
headline-no-clean = 没有可比较的无失败场景
headline-open = { $clean } 个无失败场景均无明确差异
headline-mostly-open-up = 多数无明确差异：{ $clean } 个无失败场景中 { $improved } 个吞吐提高
headline-up = { $clean } 个无失败场景中 { $improved } 个吞吐提高，无下降
headline-mostly-open-down = 多数无明确差异：{ $clean } 个无失败场景中 { $worse } 个吞吐下降
headline-down = { $clean } 个无失败场景中 { $worse } 个吞吐下降，无提高
headline-mixed = 结果不一：{ $clean } 个无失败场景中，吞吐提高 { $improved } 个、下降 { $worse } 个
largest-up = 无失败场景中变化最大：{ $scenario }，提高 { $size }，为原来的 { $ratio }
largest-down = 无失败场景中变化最大：{ $scenario }，降低 { $size }，为原来的 { $ratio }
comma = ，
enumerating-comma = 、
semicolon = ；
colon = ：
latency-finding = { $name }：{ $clean } 个无失败场景中，降低 { $lower } 个、升高 { $higher } 个、无法判定 { $open } 个
before = 升级前
after = 升级后
failed-http = 非 HTTP 200
failed-no-done = 流缺少结束标志
failed-empty-text = 文本全部为空
failed-usage = 无有效 usage
failed-length = 输出长度不符
failed-other = 客户端其他错误
gain-rule = 两侧均完整执行，且任何一轮都没有失败请求，才计算增幅。
left-out = 未计入增幅的场景
failed-of = 失败 { $counts }
double-dagger = ‡（空心柱）仅有客户端自己的汇总值（含时延）：无法按严格规则逐个核对请求，不计算升级增幅。
latency-dagger = † 该版本至少有一轮包含失败请求：时延只统计成功的请求，可能好于实际服务表现。
dagger = †（空心柱）该版本至少有一轮包含失败请求：数值按全部请求（含失败）统计，不计算升级增幅。
why-fails-after = 仅升级后失败
why-fails-before = 仅升级前失败
why-fails-both = 两侧均有失败
why-not-run = 至少一侧未执行或中途停止
why-missing = 缺少轮次
why-inputs = 无法确认两侧输入一致
why-client = 两侧使用的客户端或接口不同
why-totals = 仅有客户端汇总值：无法逐个核对请求
why-no-value = 没有数值，或升级前为零
sensitivity = 若把有失败的场景按观测值计入，几何平均为原来的 { $ratio }。
no-clean = 此处没有完整执行、逐条核对且无失败的场景
rounds-found = { $planned } 轮中的 { $found } 轮
throughput-name = 输出吞吐柱状图，{ $count } 个场景，升级前后对比。{ $finding }。全部数值见下方表格。
latency-name = 点图，{ $count } 个场景，升级前后对比。{ $finding }。全部数值见下方表格。
gain-name = { $name }的升级增幅，仅含无失败场景。{ $each }。
gain-finding = { $name }的升级前后变化：{ $all } 个场景中 { $clean } 个完整执行且无失败
throughput-marks = 上方柱为升级前，下方柱为升级后。柱：各轮中位数，单位输出 Token/s；点：各轮；线：范围。
latency-marks = 上行为升级前（实心点），下行为升级后（圆环）。{ $statistic ->
    [p50] 每点为一轮各请求的中位数，竖线为各轮中位数的中位数。
   *[p95] 每点为一轮的 P95，竖线为各轮 P95 的中位数。
  }仅统计有效响应，每轮 n 个；{ $scale ->
    [linear] 从零开始的线性刻度，越低越好。
   *[log] 对数刻度，越低越好。
  }
gain-marks = 点：中位数之比（升级后/升级前）；线：各轮组合可能得到的比值范围。圆环：范围重叠，无法判定。{ $better ->
    [lower] 对数刻度，小于 1 倍为变好。
   *[higher] 对数刻度。
  }
illustrative = 示意数据：按已发表的数字重建，并非实测结果。
part-of-batch = 批次 { $batch }，{ $all } 个场景中的 { $shown } 个
origin = Daggerboard，发布版本 { $release }，{ $part }，根摘要（SHA-256）：
excluded = 已排除 · { $counts }

## charts/proof.rs

part-of-file = { $digest }，第 { $part } 段
median-of-times = 本轮 { $n } 个成功请求的中位数，线性插值（numpy 默认方式）。所取时间：{ $time }。
p95-of-times = 本轮 { $n } 个成功请求的第 95 百分位数，线性插值（numpy 默认方式）。所取时间：{ $time }。
unknown-figure = `{ $name }` 不是本发布中的数字名称，应为以下形式之一：{ $forms }；SIDE 为 baseline 或 candidate，METRIC 为列名（如 output_tok_s）或 failed；批次及其场景：{ $batches }
every-digit = 全部数位：{ $digits }
how-it-is-made = 怎么算的
what-it-rests-on = 依据
repeat-it = 在发布目录中自行复算
median-of-even = 各轮数值的中位数：排序后取中间两个的平均。
median-of-odd = 各轮数值的中位数：排序后取中间一个。
never-pooled = 每轮各自取分位数，不同轮次的请求从不混合。
sorted = 排序：{ $sorted }。中间：{ $taken }
row = { $id } 第 { $number } 轮一行
row-with-source = { $column } { $value }；原始文件 SHA-256 { $source }
side-and-round = { $side }，第 { $number } 轮
no-such-round = `{ $name }` 不存在：计划只有 { $planned } 轮
throughput-rule = 成功请求的输出 Token 数 / 本轮全部测量时间。失败请求只减 Token，不减时间。
rules-held = 逐条请求核对的规则：{ $held }。
from-raw-file = 由原始文件重算，并逐一比对发布中的每个数字：
row-gives = { $id } 第 { $number } 轮一行：{ $column } { $found }
made-by-ingest = 由 `daggerboard ingest` 从客户端 { $client } 的文件算出，其 SHA-256 为 { $source }
time-ttft = 从发送到首个文本的时间
time-tpot = （端到端时间 - 首个文本时间）/（输出 Token 数 - 1）
time-e2e = 从发送到结束的时间
failed-rule = 失败请求数 / 发送请求数。失败请求保留在分母中；预热请求从不计入。
failed-by-kind = 按类型：{ $kinds }
rules-open = 无法核对（客户端文件未提供）：{ $open }。
no-value-not-run = 没有数值：已决定不执行或中途停止，原因见报告。
no-value-missing = 没有数值：计划中应有轮次，而文件中没有。
no-value-measured = 没有数值：没有成功的请求，或客户端文件未记录该时间。此类单元格为空，从不记为 0。
gain = 升级前后变化
no-gain = 无：{ $why }
median-and-range = 中位数 { $median }，范围 { $min } … { $max }
ratio-rule = 升级后中位数 / 升级前中位数；百分比 = (比值 - 1) x 100；范围 = 升级后最小值 / 升级前最大值 … 升级后最大值 / 升级前最小值。
single-round = 单独一轮没有范围：无法判定。
ranges-apart = 两侧范围没有交集：可以判定。
higher-is-better = 越高越好。
lower-is-better = 越低越好。
proof-of-failed = 批次 { $batch }，{ $name }：失败请求
proof-of-verdict = 批次 { $batch }：结论
geometric-mean = 几何平均 { $mean }
verdict-rule = 几何平均：对无失败场景（无论能否判定）取 exp(ln(比值) 的平均)。仅在范围没有交集时计为提高或下降。
proof-of-scenario = { $scenario }，{ $place }：{ $value }
failed-requests = 失败请求
# A name: not translated.
tokens-a-second = Token/s

## charts/correction.rs

only-earlier = 仅较早版本有
only-later = 仅较新版本有
differ = { $compared } 个数字中 { $changed } 个不同
differ-and-alone = { differ }；{ only-earlier }：{ $gone } 项，{ only-later }：{ $new } 项
before-the-upgrade = 升级前：{ $name }
after-the-upgrade = 升级后：{ $name }
not-resolved-change = { $change }，{ not-resolved }
none = 无
figure-verdict = 结论
figure-mean = 比值的几何平均
gain-in = { $metric }的升级增幅
verdict-in-short = 提高 { $improved } 个，下降 { $worse } 个，无法判定 { $not-resolved } 个，排除 { $left-out } 个

## charts/label.rs

times = { $ratio } 倍
ratio-and-percent = { $size }（原来的 { $ratio }）

## view/compare.rs

files-unreadable = 这些文件无法读取：{ $why }
read-so-far = 已读取
choose-files = 选择文件
choose-folder = 选择文件夹
stop = 停止
nothing-uploaded = 不会上传任何内容：每个文件都在本浏览器中读取、计算摘要，并与本发布比对。
drop-files = 将文件或文件夹拖放到此处，或点击选择。
stopped-comparing = 已停止。此前已比对的文件见下。
salted-rounds = 本发布的部分轮次使用加盐摘要，无法在此比对：请向发布者索取盐值，用 `daggerboard audit --salts` 核对。
read-so-far-of = 第 { $at } 个文件，共 { $count } 个：已读取 { $read } / { $all }。

## view/failures.rs

at-least = { $counts }（至少）
stopped-before = { $place }，在第 { $round } 轮前停止
not-checkable = 无法核对
all = 合计
failures-and-not-run = 失败请求与未执行的场景
failed-stays = 失败请求保留在分母中；其 Token 一律不计，其耗时完整保留。
failures-by-kind = 按类型统计的失败请求
kind = 类型
failures-by-scenario = 按场景统计的失败请求
scenario = 场景
not-run-head = 未执行

## view/correction.rs

what-changed = 更正了什么（{ $old } → { $new }）：{ $count }
correction-waiting = 更正了什么：正在校验 { $other } 的文件
correction-withheld = 无法显示更正了什么。发布版本 { $other }：{ $why }
figures-that-differ = 不同的数字
what-else-differs = 其他不同之处（report.json 的字段）

## view/signed.rs

not-signed = 该发布没有签名。
signed-by-unknown = 签名所用密钥不在本站 keys.json 中，因此未核对签名。
signed-by-listed = 由密钥 { $key } 签名（可信注释：“{ $comment }”）。请与通过其他渠道获得的公钥核对。keys.json 对它的说明：“{ $note }”
signed-by-listed-open = 尚未在此核对：由密钥 { $key } 签名（可信注释：“{ $comment }”）。请与通过其他渠道获得的公钥核对。keys.json 对它的说明：“{ $note }”
signed-by-told = 由您提供的密钥 { $key } 签名（可信注释：“{ $comment }”）。
signed-by-vouched = 由密钥 { $key } 签名（可信注释：“{ $comment }”）；您提供的密钥为其作保。
signature-differs = 不一致：{ $why }。
older-came-back = 出现了更旧的状态：本浏览器曾见过本报告的第 { $later } 个版本，而此处最新为第 { $newest } 个。请向发布者确认哪个有效。
was-signed = 该发布没有签名，而本浏览器曾见过由密钥 { $key } 签名的版本。请向发布者询问原因。
no-memory = 本浏览器不为本站保存记录，因此无法发现回退到旧版本的情况。
signature-unheld = 签名未在此核对：用于核对签名的程序未能加载，或与本页生成时的程序不符。

## view/round_rows.rs

rounds-explained = 我们的数值由逐条请求按严格规则重算；客户端自报数值仅作对照，不参与任何计算。核查某一轮时，可向发布者索取具有该 SHA-256 的原始文件。同样的列也在上面的文件中。
side = 版本
round = 轮次
rests-on = 依据
rules-not-checkable = 无法核对的规则
column-completed = 成功数：我们/客户端
column-throughput = 输出 Token/s：我们/客户端
column-ttft = P95 TTFT（ms）：我们/客户端
column-raw-file = 原始文件 SHA-256
every-round = 逐轮明细
evidence-requests = 逐条请求
evidence-sums = 客户端汇总
evidence-asked = 客户端汇总，分母为计划请求数

## view/rounds.rs

every-round-with = 逐轮明细：规则、客户端自报数值与原始文件

## view/drop.rs

compare-files = 将您手中的文件与本发布比对

## view/proof.rs

copy-link = 复制链接
close = 关闭
no-proof = 无法显示该数字的由来
copied = 已复制。
copy-the-last-line = 浏览器不允许页面复制：链接在最后一行。

## view/proved.rs

batch-withheld = 其所在批次不予显示：有文件与清单不符或未能加载。
no-such-figure = 此处没有该数字
checked-here = 已在此校验

## view/commands.rs

command-every-file = 全部文件
command-root = 根摘要
command-frictionless = 连同长度与表格，用 frictionless
command-our-own = 以上全部，用我们自己的命令
command-signature = 签名

## view/gains.rs

gains = 升级前后变化（仅无失败场景）

## asked.rs

coming = 正在加载用于显示的程序。
did-not-come = 用于显示的程序未能加载，或与本页生成时的程序不符。页面上的数字不受影响。

## view/results.rs

count-of-kind = { $name } { $count }
files-compared = 已比对文件：{ $counts }。
missing-of-release = 发布中缺少
and-more = 另有 { $count } 个
local-manifest = 本发布的清单，其摘要即根摘要
local-same = 一致：{ $path }
local-renamed = 与 { $content } 内容相同，名称不同
local-renamed-to = 与 { $content } 内容相同，却用了 { $name } 的名称
local-differs = 名称与 { $paths } 相同，但内容不同：{ $rest }
local-differs-by = 名称与 { $paths } 相同，但内容不同（{ $cause }）：{ $rest }
local-source = 以下轮次的原始文件：{ $rounds }
local-signature = 在清单之外，是对清单的签名：请用 minisign 校验
local-unknown = 不是本发布的文件，也没有轮次由它得出；其摘要为 { $digest }
bytes-and-digest = { $bytes } 字节，摘要 { $digest }
digest-alone = 摘要 { $digest }
or = ，或{" "}
cause-empty = 空文件
cause-lfs-pointer = 只是 git-lfs 指针，而非文件本身
cause-html = HTML 页面，可能是主机的错误页
cause-byte-order-mark = 开头有字节序标记（BOM）
cause-carriage-returns = 行尾为 CRLF，如以 core.autocrlf 检出时
cause-gzip = 未解压的 gzip 数据
cause-minified = 单行 JSON，如被压缩工具改写
kind-differs = 不一致
kind-unread = 未能读取
kind-unknown = 本发布中没有
kind-renamed = 内容相同但名称不同
kind-source = 轮次的原始文件
kind-outside = 清单之外
kind-same = 一致
not-among-yours = 发布中有，您的文件中没有
local-other-release = 本报告发布版本 { $id } 的清单，不是本版本的
found-expected = 实为 { $found }，应为 { $expected }
nothing-more = 已无内容
parted-in-line = 第 { $line } 行：{ $rest }
rounds-of = 批次 { $batch }，{ $scenario }，{ $side }：第 { $rounds } 轮

## view/seal.rs

files-inside = 本页是单个文件，用于校验的数据文件就包含在其中：能改动其一者，也能改动其余。请将以下根摘要与您通过其他渠道得到的核对：
copy-name = 复制：{ $name }
copied-name = 已复制：{ $name }。
copy-yourself = 浏览器不允许本页复制。请用 Ctrl+C 或 ⌘C 复制选中的内容：
root-same = 清单与您提供的根摘要一致。
root-of-other = 这是本报告发布版本 { $id } 的根摘要，不是本版本的；`daggerboard verify --root` 可核对两者之间的链条。
root-differs = 不一致：本报告没有任何发布版本具有该根摘要。这些不是您被告知的文件。
seal-open = 本浏览器尚未校验。页面中的数字在生成页面时由已校验的文件算出。
seal-all = 全部 { $all } 个文件（{ $bytes }）与本站清单一致：完整且自清单生成后未被改动；不能说明发布者身份。
seal-but-sources = 全部 { $count } 个所需文件（{ $bytes }）与本站清单一致：完整且自清单生成后未被改动；不能说明发布者身份。另有 { $sources } 个未下载。
seal-some = { $all } 个文件中 { $count } 个（{ $bytes }）与本站清单一致，其余正在校验。
digest-of-file = { $path } 的摘要
command-for-file = { $path } 的命令
file-check = 文件校验
why-check-elsewhere = 校验程序与文件来自同一主机：能改动其一者，也能改动另一。更可靠的做法：下载该发布，在其文件夹中运行您已有的程序。
then-compare-root = 再将根摘要与您通过其他渠道（邮件、工单、演示文稿）得到的核对。本页的根摘要：
every-file = 全部文件，以及不依赖本页的校验方法
paste-yours = 或将您得到的根摘要或发布者的公钥粘贴到这里：
files-of-release = 发布中的文件
commands-for = 命令适用于{" "}
copy = 复制
neither-digest-nor-key = 这既不是根摘要（64 位小写十六进制数字），也不是 minisign 公钥（56 个字符，以 RW 开头）。
check-sources = 同时校验其余 { $count } 个文件（{ $size }）
seal-differs = 与清单不符或未能加载，相关数据不予显示：{ $names }。
state-open = 未校验
state-same = 一致
digest = 摘要
command = 命令
file = 文件
bytes = 字节
state = 状态
try-again = 重试
withheld = 数据不予显示
withheld-why = 有文件未能加载，或与清单不符。未经校验的内容一律不显示。
all-reports = 全部报告

## view/conditions.rs

inputs-noted = 输入长度有偏差但不计为失败：{ $count }
limits = 这些数字不能说明什么
not-stated = 未说明
what = 项目
changed-with-upgrade = 随升级变化
same-on-both = 两侧相同
not-stated-on-both = 未在两侧都说明
conditions = 实验条件
launch-arguments = 启动参数
run-order = 执行顺序
engine = 推理引擎
weights-format = 权重格式
image-digest = 镜像摘要
package-digest = 安装包摘要
source-commit = 源码提交
model-revision = 模型版本
dependency-lock = 依赖清单摘要
rule-http = HTTP 200（或客户端不保留其他应答的文本）
rule-done = 收到流结束标志
rule-text = 存在非空文本
rule-usage = usage 有效
rule-length = 输出长度符合要求
rule-open = 无法根据这些文件核对
rule-checked = 已检查
inputs-lengths = 参与对比的每一轮，两侧的输入长度及顺序一致；客户端文件不含 Prompt 本身。
inputs-prompts = 参与对比的每一轮，两侧的 Prompt 及顺序一致。
inputs-unseen = 客户端文件不含任何输入信息，因此没有场景可以对比。
load-client = 压测客户端：{ $clients }。{ $inputs }
how-judged = 如何判定请求
strict-rules = 严格规则
rule-for-every = 对每个请求的规则
input-note = { $batch }，{ $scenario }，{ $side }，第 { $round } 轮，请求 { $request }：要求 { $asked } 个输入 Token，实际 { $found } 个

## load.rs

history-agrees = 全部 { $all } 个发布版本自述的内容均与此处一致，并给出上一版本的根摘要。
history-unseen = 未能校验本报告的全部发布版本：{ $why }
checking = 正在本浏览器中校验文件：{ $come } / { $total }。
asking-once-more = { $why }。正在重试；以下数字尚未校验。
not-checked-here = 未经本浏览器校验：{ $why }。页面中的数字在生成页面时由已校验的文件算出。
file-stalled = `{ $address }` 传输中断：{ $seconds } 秒内没有收到任何内容
file-too-slow = `{ $address }` 传输中断：{ $seconds } 秒后仍不完整
file-not-loaded = `{ $address }` 未能加载：{ $why }
no-reason = 未给出原因
host-answered = `{ $address }` 未能加载：服务器返回 { $status }{ $mend }
file-too-long = `{ $address }` 超过允许的 { $most } 字节{ $hint }{ $mend }
looks-like = （{ $cause }）
found-digest = 实际摘要为 { $found }{ $hint }
catalogue-lacks = `catalogue.json` 中没有发布版本 `{ $release }`
catalogue-lacks-of = `catalogue.json` 中没有 `{ $report }` 的发布版本 `{ $release }`
root-not-here = 此处 `{ $report }` 没有任何发布版本具有地址所要求的根摘要 { $told }：这些不是您被告知的文件
signer-did-not-come = 用您的公钥核对该发布的程序未能加载
sums-differ = `SHA256SUMS` 的摘要为 { $found }{ $hint }，但 `catalogue.json` 给出的本发布摘要为 { $root }
length-differs = `{ $path }` 有 { $found } 字节，但 `datapackage.json` 写明 { $expected } 字节
did-not-go-on = 浏览器未能转到 `{ $release }`

## What build writes around the pages

feed-title = Daggerboard：发布版本
card-withdrawn = 已于 { $date } 撤回：{ $why }
card-corrected = 已由发布版本 { $release } 更正。
card-counts = 吞吐：提高 { $up } 个，下降 { $down } 个，无法判定 { $open } 个；未计入：有失败 { $failed } 个，其他 { $other } 个

## view/head.rs

illustrative-loud = 示意数据。
illustrative-banner = { $loud }按已发表的数字重建，并非实测结果。
doubt-and-more = { $first }（另有 { $more } 处）
withdrawn-on = 已于 { $date } 撤回。
withdrawn-why = { $loud }发布者不再为这些数字负责：{ $why }
corrected-by-release = 本报告的发布版本 { $release } 更正了此版本。
newest-release = 本报告的最新发布版本是 { $release }。
corrects-release = 此版本更正了发布版本 { $release }。
unknown-release = 地址所要求的发布版本 { $asked }不存在。本报告有 { $releases }；此处显示 { $here }。
unknown-unnamed = 地址所要求的发布版本不存在。本报告有 { $releases }；此处显示 { $here }。
title-corrected = { $title }（已由 { $newer } 更正）
title-withdrawn = { $title }（已撤回）
any-figure = 任何数字、柱或点也都可以点选：查看公式、所用数据行与复算命令。
largest-change = 最大变化
change-of = { $scenario }：{ $change }
withdrawn = 已撤回
measured = 实测
illustrative-mark = 示意
limits-count = 这些数字不能说明什么（{ $count } 点）
in-doubt = 存疑：检查在本发布中发现以下问题。
how-made = 怎么算的？
failed-before-after = 失败请求
size = 规模
rounds-and-requests = { $rounds } 轮，{ $requests } 个请求
foot = 机器身份不予公开。本页不能证明测量真实可信，只能证明数字由哪些文件算出。发布版本：
permanent-page = 此发布版本的永久页面
corrected-by = 已由 { $newer } 更正
releases = 本报告的发布版本
history-open = 本浏览器尚未校验：各发布版本自述的内容是否与此处一致。
this-language = 中文

## view/figure.rs

illustrative-kicker = 示意数据
table = 表格
download-chart = 将此图下载为 SVG
long-input = 长输入（输入至少为输出的 16 倍），单位：输出 Token/s
long-output = 长输出（输入不足输出的 16 倍），单位：输出 Token/s
median = 中位数
round-number = 第 { $round } 轮
failed-of-requests = 失败/请求
n-a-round = 每轮 n
changes = 升级前后变化

## view/batch.rs

another-batch = 其他批次——{ $title }
legend-before = 升级前：{ $version }
legend-after = 升级后：{ $version }
stands-alone = 来自其他节点或其他时段，因此单列，绝不并入上面的数字。
this-batch-withheld = 该批次不予显示
this-batch-why = 该批次有文件与清单不符或未能加载，因此不予显示。
scenarios-shown = 第 { $from }–{ $to } 个场景，共 { $found } 个
scenarios-with = 筛选场景：
previous = 上一页
next = 下一页
throughput = 吞吐

## cli/build

program-did-not-come = 校验程序未能加载，或与本页生成时的程序不符：以下数字未经本浏览器校验。

## view/bar.rs

# The bar over every page.
site = 本站

## view/start.rs

start-title = 升级报告
start-about = LLM 推理服务升级前后的对比：每份报告都有结论，每个数字都可在浏览器中校验。
start-lead = 大语言模型推理服务升级前后的对比。您的浏览器先校验报告的文件，再据以算出每个数字。
no-report = 尚未发布任何报告。
also-in = 本站有中文版：
search-reports = 搜索报告
search-hint = 可按标题、版本、硬件或请求形状（如 8192x128）搜索。
kind-of-figures = 数据
all-kinds = 全部
found-all = 共 { $all } 份报告，从新到旧。
found-some = 找到报告：{ $shown } / { $all }。
found-none = 没有匹配的报告，请减少搜索词。
unknown-kind = 地址所要求的数据类别不存在：以下列出全部报告。
signed-mark = 已签名
corrects = 更正 { $corrected }
checked-when-opened = 打开时校验。根摘要
checked-before = 本浏览器此前已校验。根摘要
entry-differs = 与当前 catalogue.json 不一致。根摘要
# What the list rests on, before it was compared, and in about as many words what came of that.
list-open = 本列表在生成页面时写成，尚未与目录核对。每份报告在您打开时由浏览器校验。
list-same = 本列表在生成页面时写成，与当前目录一致。每份报告在您打开时由浏览器校验。
list-differs = 本列表出自另一版目录：有 { $count } 份报告与当前目录不一致。每份报告在您打开时由浏览器校验。
list-late = 本列表在生成页面时写成，目录未能加载，无法核对。每份报告在您打开时由浏览器校验。
## charts/markdown.rs

markdown-other = 其他批次：{ $title }
markdown-release = 发布版本 { $release }，根摘要（SHA-256）：
markdown-page = 此发布版本的页面：全部数字及其核查方法
markdown-failed = 失败/请求
markdown-throughput = { $metric }，单位 Token/s
markdown-latency = { $metric }，单位 ms
markdown-left-out = 未计入增幅的场景：
markdown-why = { $scenario }：{ $why }
markdown-change = { $before } → { $after }：{ $change }
markdown-dagger = † 该版本至少有一轮包含失败请求：数值为观测值，不计算升级增幅。
markdown-double-dagger = ‡ 仅有客户端自己的汇总值：无法按严格规则逐个核对请求，不计算升级增幅。

## site/view/files.rs, site/view/take.rs

download-title = 下载数据
download-rounds = 图表所用的逐轮数据：各格式的行完全相同，每个文件都列在发布的清单中。
download-release = 下载整个发布（zip，解压后 { $size }）
copy-markdown = 复制为 Markdown
markdown-copied = 已复制：Markdown 格式的结论，可用于 PR 或 Wiki。
markdown-shown = 浏览器不允许本页复制。请用 Ctrl+C 或 ⌘C 复制选中的内容：
save-png = 将此图下载为 PNG

## site/view/embed.rs

no-such-chart = 地址所要求的图表不存在。本页有：{ $known }。
whole-page = 查看完整页面：全部数字及其核查方法
## seal

mend-checkout = ；处理：在 data/.gitattributes 中保留 `* -text` 并重新检出
mend-lfs = ；处理：将 data/ 移出 git-lfs，并部署文件本身
mend-fetch = ；处理：恢复已发布的文件，并确保传输途中无任何环节改写它
mend-publish = ；处理：用 `daggerboard publish` 重新生成该发布
mend-catalogue = ；处理：恢复已发布的 catalogue.json；只有 `publish` 和 `withdraw` 会修改它
mend-content = ；处理：更正计划或原始文件，重新导入并发布；已发布的内容从不改动，而由新的发布取代
file-unlisted = SHA256SUMS 未列出 `{ $path }`{ $mend }
file-differs = `{ $path }` 与 SHA256SUMS 不符：实为 { $bytes } 字节，摘要 { $found }，应为摘要 { $listed }{ $mend }
file-differs-by = `{ $path }` 与 SHA256SUMS 不符：实为 { $bytes } 字节，摘要 { $found }，应为摘要 { $listed }（{ $cause }）{ $mend }

sums-line = `SHA256SUMS` 第 { $line } 行：{ $why }{ $mend }
sums-empty = 文件为空，至少应有一个条目
sums-accident = 内容异常：{ $cause }；应为摘要、两个空格和路径
sums-no-text = 含有非 UTF-8 的字节
sums-no-line-end = 缺少换行，每个条目应以一个 LF 结尾
sums-shape = 实际为 `{ $found }`，应为摘要、两个空格和路径
sums-order = `{ $path }` 重复或顺序不对，路径应按字节排序且各出现一次
no-digest = 实际为 `{ $found }`，应为 64 位小写十六进制数字
no-path = 实际路径为 `{ $found }`，应由 a-z 0-9 . _ - 组成的小写名称以 `/` 连接，至多 200 字节
file-wrong = `{ $file }`：{ $why }{ $mend }
found-accident = 内容异常：{ $cause }
not-read = 无法读取：{ $why }
other-format = `{ $key }` 为 `{ $found }`，应为 `1`
package-differs = `{ $path }` 的 hash 为 `{ $found }`，但 SHA256SUMS 列出的是 `{ $listed }`
package-has-more = `{ $path }` 的 hash 为 `{ $found }`，但 SHA256SUMS 未列出该文件
package-twice = `{ $path }` 列出了两次
package-lacks = 缺少 `{ $path }`，而 SHA256SUMS 列出了该文件
package-hash = `{ $path }` 的 hash 为 `{ $found }`，应为 `sha256:` 加 64 位十六进制数字
no-key = 实际为 `{ $found }`，应为 minisign 公钥：`RW` 加 54 个 base64 字符
no-signature = 不是 minisign 签名，应为 `minisign -S` 写出的四行
signature-changed = 签名不符：被签名的字节或签名本身被改动过
signature-legacy = 旧式签名，应由 minisign 0.8 或更新版本签署

## rounds/catalogue.rs

report-named-as-own = 报告 `{ $report }` 与本站自有的文件夹或文件重名
report-without-release = 报告 `{ $report }` 没有任何发布版本
release-named-as-own = `{ $report }` 的发布版本 `{ $release }` 与本站自有的文件夹或文件重名
release-twice = `{ $report }` 的发布版本 `{ $release }` 列出了两次
previous-differs = `{ $report }` 的发布版本 `{ $release }` 的 `previous`，实际：{ $found }；应为上一版本的根摘要：{ $expected }。有条目被改动或删除
supersedes-later = `{ $report }` 的发布版本 `{ $release }` 的 `supersedes` 为 `{ $found }`，应为更早的发布版本
withdrawn-unclear = `{ $report }` 的发布版本 `{ $release }` 的 `withdrawn` 日期为 `{ $date }`，应为 YYYY-MM-DD 格式的日期，并附中英文原因

## rounds/keys.rs

key-wrong = 密钥 `{ $key }`：{ $why }
key-days = `from` 和 `to` 应为 YYYY-MM-DD 格式的日期，且先后有序
key-twice = 列出了两次
key-vouched = `vouched` 应为排在其前且未吊销的密钥对本密钥加一个换行符的签名，可信注释为 `daggerboard key`
signed-by-revoked = 该发布由 `{ $key }` 签名，而 `keys.json` 已吊销此密钥，且本发布不在仍然有效的发布之列
signed-out-of-days = 该发布的日期为 { $date }，由 `{ $key }` 签名，而 `keys.json` 给出的此密钥有效期为 { $from } 至 { $to }
now = 今
not-signed-by = 该发布没有签名，应由 `{ $key }` 签名
signed-by-other = 该发布并非由 `{ $key }` 签名，而是由其他密钥签名
comment-differs = `{ $file }`：可信注释为 `{ $found }`，应为 `{ $expected }`：这是另一发布的签名

## rounds/checks.rs

finding = `{ $file }` { $place }，实际：{ $found }；应为：{ $expected }（检查项：{ $name }）{ $mend }
check-texts = 每处文本均有中英文
check-date = 日期有效
check-pins = 实测的发布以不可变引用说明所运行的内容
check-chosen = 实测的场景并非为凑结果而选定
check-plans = 每个场景都有形状、负载、请求数和轮数
check-not-run = 未执行的部分没有轮次数据
check-planned = 各轮与计划一致
check-inputs = 同一轮两侧的输入相同
check-own-source = 每个原始文件只对应一轮
check-units = 时延不超出该轮时长
check-plain = 文本为纯文字
check-model = 两侧部署同一模型且权重格式相同
check-launch = 两侧的启动参数相同
check-later = 升级后的版本较新
check-lengths = 输出长度与要求一致
check-parts = 请求各阶段的时间与总时间相符
check-busy = 请求填满该轮时长
check-zeros = 测得的时间不为零
check-twins = TTFT 与 TPOT 是两项独立的测量
check-lonely = 分位数依据不止一个请求
place-in-rounds = 场景 `{ $scenario }` 第 { $round } 轮的 `{ $field }`
place-in-batch = 批次 `{ $batch }` 的 { $key }
place-in-scenario = 场景 `{ $scenario }` 的 { $key }
place-in-plan = 批次 `{ $batch }` 场景 `{ $scenario }` 的 `{ $key }`
nothing = 无
found-sign = 字符 U+{ $code }
found-markup = 标记代码
expected-text = 文本
expected-seen = 读者可见的字符
expected-plain = 纯文字
expected-day = 日期，格式为 YYYY-MM-DD
expected-artifact = 镜像摘要、安装包摘要或源码提交
expected-revision = 提交或摘要
expected-illustrative = `status` 为 `illustrative`
expected-as-before = 与升级前相同的 `{ $before }`
expected-number = 大于 0 的数，轮数至多为 { $most }
expected-none = 无，因为 report.json 说明未执行
expected-rounds = 不超过计划的 { $rounds } 轮
expected-planned = 计划中的 `{ $requests }`
expected-inputs = 与 baseline 侧相同的 `{ $inputs }`
expected-source = 独立的文件，而不是批次 `{ $batch }`、{ $side }、`{ $scenario }` 第 { $round } 轮的文件
expected-in-round = 不超过该轮的 { $time } ms
expected-in-e2e = 不超过 E2E 的同一分位数 `{ $time }`
expected-lengths = `{ $asked }`，即 { $count } 个成功请求各 { $each } 个 Token
expected-each = 不超过 `{ $most }`，即 E2E 除以 { $steps } 个 Token
expected-parts = 不超过 `{ $most }`，即 ttft_p95_ms 加上 { $steps } x tpot_p95_ms
expected-busy-most = 不超过 `{ $bound }`：{ $seconds } s 内 { $count } 个请求，同时 { $users } 个
expected-busy-about = 约 `{ $bound }`：{ $seconds } s 内 { $count } 个请求，同时 { $users } 个
expected-unmeasured = 空，除非确实测得
expected-other = 与 ttft_p95_ms 不同的值，而不是每轮都相同
expected-more = 更多，因为单个请求的 P95 就是该请求本身

## rounds/report.rs, rounds/release.rs

no-batch = `batches` 为空，至少应有主批次
batch-twice = `batches` 中有两个批次名为 `{ $id }`
scenario-twice = 批次 `{ $batch }` 中有两个场景名为 `{ $id }`
no-report-file = 发布中没有 `report.json`{ $mend }
no-rounds-file = `{ $file }` 与清单不符或未能加载，因此其所在批次不予显示{ $mend }

## rounds/batch.rs

no-sheet = 没有轮次文件，每侧应有一个
mixed-sheets = `{ $first }` 与 `{ $second }` 不能属于同一批次：前者的 `{ $field }` 为 `{ $a }`，后者为 `{ $b }`{ $mend }
the-same = 相同
two-clients = `{ $file }`：出现了客户端 `{ $a }` 和 `{ $b }`，每侧应只有一个客户端{ $mend }
round-twice = `{ $file }`：`{ $scenario }` 的第 { $round } 轮出现了两次，每轮应只出现一次{ $mend }

## rounds/table.rs

wrong-file = `{ $file }`，实际：{ $found }；应为：{ $expected }{ $mend }
wrong-line = `{ $file }` 第 { $line } 行，实际：{ $found }；应为：{ $expected }{ $mend }
wrong-cell = `{ $file }` 第 { $line } 行的 `{ $field }`，实际：{ $found }；应为：{ $expected }{ $mend }
found-stray = 不属于 report.json 中任何批次的文件
found-no-line-end = 末尾没有换行
found-columns = { $count } 列
found-column = 列 `{ $name }`
expected-header = 表头和各轮数据
expected-lines = 以 LF 换行的 UTF-8 文本
expected-line-end = 最后一行以 LF 结尾
expected-cells = { $count } 个 UTF-8 文本单元格
cell-count = 整数
cell-count-or-empty = 整数或空
cell-from-one = 从 1 开始的整数
cell-number = 非负的十进制数，不用指数形式
cell-number-or-empty = 非负的十进制数或空
cell-above-zero = 大于 0 的十进制数
cell-id = 场景 ID
cell-listed-scenario = report.json 为该批次列出的场景
cell-rules = 规则名，按规定顺序，以空格分隔
cell-fingerprint = `prompts:` 或 `lengths:` 加 64 位十六进制数字
cell-source = 64 位小写十六进制数字，前面可加 `salted:`
cell-client = 客户端名称：字母、数字、空格和 . _ / -
cell-mode = completions、chat 或空
cell-evidence = requests、counts 或 asked
cell-sum = 各类失败之和 `{ $sum }`
cell-of-requests = 不超过 `requests`，即 `{ $requests }`
cell-no-evidence = counts 或 asked，因为没有一条规则可以核对
cell-all = 全部 { $succeeded } 个成功请求
cell-at-most = 不超过 { $succeeded } 个成功请求
cell-none-succeeded = 0，因为没有成功的请求
cell-at-least = { $succeeded } 个成功请求每个至少 1
cell-all-rules = `{ $rules }`，因为没有逐条请求的记录
cell-rate = output_tokens / duration_s，即 `{ $rate }`
cell-no-latency = 空，因为 latency_n 为 0
cell-median = 不低于其中位数 `{ $median }`
cell-both = 两个分位数都有，或都没有

## model.rs

title-disagrees = `catalogue.json` 与 `report.json` 中 `{ $report }` 的标题或状态不一致
stands-as = `{ $file }` 属于 `{ $own }`，但在 `catalogue.json` 中列为 `{ $expected }`
lineage-disagrees = `catalogue.json` 与 `{ $release }` 的 `datapackage.json` 对此前版本的说明不一致：有条目被改动或删除

## charts/advice.rs

tally = { $trend ->
    [better] 吞吐 { $range }（{ $all } 个场景中的 { $clean } 个）
    [worse] 吞吐 { $range }（{ $all } 个场景中的 { $clean } 个）
    [open] 无明确差异（{ $all } 个场景中的 { $clean } 个）
    [mixed] { $all } 个场景中吞吐提高 { $improved } 个、下降 { $worse } 个、无明确差异 { $not-resolved } 个
   *[unknown] { $all } 个场景均不是无失败场景
  }
range-of-percent = { $least } 至 { $most }
tally-left-out = { $failing ->
    [0] 没有场景因失败被排除
   *[other] { $all } 个场景中的 { $failing } 个有失败请求：仅升级后 { $after } 个，仅升级前 { $before } 个，两侧均有 { $both } 个
  }{ $other ->
    [0] {""}
   *[other] ；另有 { $other } 个因其他原因
  }

workload = { $input ->
    [short] 短输入（{ $inputs }）
    [long] 长输入（{ $inputs }）
   *[all] 输入 { $inputs }
  }，{ $output ->
    [short] 短输出（{ $outputs }）
    [long] 长输出（{ $outputs }）
   *[all] 输出 { $outputs }
  }，{ $users ->
    [single] 单个请求依次发送
    [several] 同时 2 至 8 个请求
    [numerous] 同时 8 个以上请求
   *[rate] 按固定速率到达
  }
workload-trend = { $trend ->
    [better] { $range }
    [worse] { $range }
    [open] 无明确差异
    [mixed] 结果不一
   *[unknown] 没有无失败的场景
  }

advice-throughput = { $trend ->
    [better] 值得安排灰度：{ $all } 个场景中，{ $clean } 个无失败场景的输出吞吐全部提高（{ $range }）。
    [worse] 建议先等等：{ $all } 个场景中，{ $clean } 个无失败场景的输出吞吐全部下降（{ $range }）。
    [open] 不应预期吞吐提高：{ $all } 个场景中，{ $clean } 个无失败场景均无明确差异。
    [mixed] 结果不一：{ $clean } 个无失败场景中，输出吞吐提高 { $improved } 个、下降 { $worse } 个、无明确差异 { $not-resolved } 个。
   *[unknown] 无法给出速度方面的建议：{ $all } 个场景中没有一个两侧均完整执行、逐条核对且无失败。
  }
advice-first-token = { $trend ->
    [better] 首 Token 来得更快（P95 { $range }）。
    [worse] 首 Token 来得更慢（P95 { $range }）。
    [open] 首 Token 等待时间（P95）无明确差异。
    [mixed] 首 Token 等待时间（P95）有升有降，或无明确差异。
   *[unknown] {""}
  }
advice-each-token = { $trend ->
    [better] 后续每个 Token 来得更快（P95 每 Token 时间 { $range }）。
    [worse] 后续每个 Token 来得更慢（P95 每 Token 时间 { $range }）。
    [open] 后续每个 Token 的时间（P95）无明确差异。
    [mixed] 后续每个 Token 的时间（P95）有升有降，或无明确差异。
   *[unknown] {""}
  }
advice-fails-after = 此类 { $all } 个场景中，{ $count } 个仅在升级后出现失败请求：上线前请先查明原因。
advice-fails-both = 此类 { $all } 个场景中，{ $count } 个两侧均有失败请求：请先查明原因，再增加压力。
advice-fails-before = 此类 { $all } 个场景中，{ $count } 个仅在升级前出现失败请求；升级后未再出现，并不证明问题已修复。

## site/view/head.rs and site/view/workload.rs

throughput-long-input = 长输入
throughput-long-output = 长输出
left-out-of-gains = 未计入
data = 数据
what-was-compared = 比较了什么
data-unchecked = 本浏览器尚未校验
data-checked = { $files } 个文件与本站清单一致
data-differs = { $files } 个文件不符或未能加载

which-is-mine = 哪一种是我的负载？
workload-note = 建议来自一台机器上的少数几轮测量：可作为用自己的请求试一试的理由，不是承诺。长短按本报告测过的长度划分。
input-length = 输入
output-length = 输出
at-a-time = 同时请求数
any = 不限
short-lengths = 短：{ $lengths }
long-lengths = 长：{ $lengths }
one-user = 1
few-users = 2 至 8
many-users = 8 以上
open-users = 固定速率
shapes-found = { $shown ->
    [0] 本报告没有这种形状的场景；最可靠的答案是自己测一次。
   *[other] { $all } 种形状中有 { $shown } 种符合。
  }
no-such-choice = 地址要求 { $axis }={ $value }，这里没有这一选项；现显示全部。
## charts/tip.rs

# not translated
full-stop = 。
tip-compared = { $scenario }，升级后对比升级前
tip-side = { $side ->
    [baseline] { $scenario }，升级前
   *[candidate] { $scenario }，升级后
  }
tip-round = { $side ->
    [baseline] { $scenario }，升级前，第 { $round } 轮
   *[candidate] { $scenario }，升级后，第 { $round } 轮
  }
tip-not-run = 未执行：按决定没有启动。
tip-missing = 缺失：按计划应当执行，但没有任何一轮的数据。
# not translated
tip-named = { $name }：{ $figure }
tip-median = { $count ->
    [1] { $name }，仅一轮：{ $median }
   *[other] { $name }，{ $count } 轮的中位数：{ $median }
  }
tip-rounds = 各轮：{ $figures }
tip-range = 范围：{ $least } 至 { $most }
tip-failed = 失败请求：{ $counts }
tip-failed-by-kind = 失败请求：{ $counts }（{ $kinds }）
# not translated
tip-kind = { $kind }：{ $count }
tip-valid = 每轮有效响应数：{ $counts }
tip-rounds-missing = 缺少轮次：计划 { $planned } 轮，现有 { $found } 轮
tip-no-gain = 不计算升级增幅：{ $why }
tip-allowed = 各轮组合可能得到的比值：{ $low } 至 { $high }
tip-lower-is-better = 越低越好

## view/choices.rs

choices = 图表显示内容
choice-metric = 指标
choice-throughput = 输出吞吐
choice-ttft = 首 Token 时延（TTFT）
choice-tpot = 每输出 Token 时延（TPOT）
choice-e2e = 端到端时延（E2E）
gain-choices = 升级前后变化的指标
choice-load = 负载
choice-panel = 请求形状
choice-pick = 突出显示
choice-all = 全部
choice-none = 无
choice-long-input = 长输入
choice-long-output = 长输出
latency-choices = 时延显示方式
choice-statistic = 统计量
# not translated
choice-p95 = P95
choice-p50 = 中位数（P50）
choice-scale = 刻度
choice-log = 对数
choice-linear = 线性（从零开始）
some-shown = 显示 { $all } 个场景中的 { $found } 个。
all-shown = 显示全部 { $all } 个场景。
choice-unknown = 地址要求 { $name }={ $value }，本页没有该选项，因此按默认显示。可用的值：{ $known }。

## view/figure.rs

chart-keys = 逐个查看此图的数字：{ $finding }。左右键切换版本与轮次，上下键切换场景，回车键查看该数字的由来。

## view/batch.rs

latency = 时延

## view/tip.rs

highlight-everywhere = 在所有图表中突出显示
highlight-nowhere = 取消突出显示

# 地址有误时的页面

not-here = 这里没有页面
not-here-why = 此地址没有对应的报告：可能拼写有误，也可能页面已被移除。
