const RUN = "window.__xss=1";

/** Texts that would do something if a page took them for anything but text. */
export const hostileNames = [
  `<script>${RUN}</script>`,
  `<svg onload=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `" autofocus onfocus="${RUN}`,
  `javascript:${RUN}`,
  "{{7*7}}",
  "${7*7}",
  "%00",
  "100%",
  "Lou\u0000",
  "../../etc/passwd",
  "' OR '1'='1",
  "\u202Euol_nretnal",
  "🧑‍🌾",
  "Ｌou",
  "Lou&type=bedrock",
  "Lou?type=bedrock#x",
];
