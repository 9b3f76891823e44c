/** Values that, without escaping, would end a string, run as code, or change. */
export const hostileValues: readonly string[] = [
  `"'"'"'\`"'`,
  "$HOME ${HOME} $(touch owned) `touch owned` {$query} #{query} ${query}",
  `it's "$query" {$query} \${query} $HOME`,
  "\\ \\\\ \\n \\u0041 \\x41 \\u{41} \\101 \\\"' \\",
  "100% %41 %s %n %%PATH%% !! !$ ^& | < > * ? ~ ;",
  "a\nb\rc\r\nd\te",
  "\"; exit(1); //\n*/ # -- '); process.exit(1);",
  "</script><script>alert(1)</script><!-- --> ]]> <?php ?>",
  "Łucja мшистый пень 灯籠ルー 😀👩‍🚀 é é",
  "\u0000\u0001\u0007\u001b[31m\u007f\u0085",
  "a\u00a0b\u202ec\u2028d\u2029e\u200bf\ufeffg\u3000h",
  " & = + ? # @ / : ; , ",
  "@/etc/passwd",
  "-o owned",
  "+1 1+1 =1 0x10 1e3 007",
  "\u{10ffff}\u{e0041}\ue000\uffff",
];
