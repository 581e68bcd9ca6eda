import { shellQuoted } from '../kit/curl.ts';

export function pixelSnippets(api: string, key: string): Record<string, string> {
  const tag = `<script src="${api}/pixel/p.js" data-key="${key}" async></script>`;
  return {
    HTML: `<!-- Before </head>, on every page -->\n${tag}`,
    'Tag Manager': `<!-- New tag: Custom HTML. Trigger: Initialization, all pages. -->
<script>
  var script = document.createElement('script');
  script.src = ${JSON.stringify(`${api}/pixel/p.js`)};
  script.setAttribute('data-key', ${JSON.stringify(key)});
  script.async = true;
  document.head.appendChild(script);
</script>`,
    'Next.js': `// app/layout.tsx
import Script from 'next/script';

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script src="${api}/pixel/p.js" data-key="${key}" strategy="afterInteractive" />
      </body>
    </html>
  );
}`,
    PHP: `<?php // In the template of every page, before </head> ?>\n${tag}`,
  };
}

export type Conversion = { api: string; secret: string; clickId: string; eventId: string };

export function conversionSnippets({ api, secret, clickId, eventId }: Conversion): Record<string, string> {
  const url = `${api}/api/v1/pixel/server-events`;
  const event = {
    event_type: 'order_created',
    event_id: eventId,
    value: 25.99,
    currency: 'USD',
    svc_click_id: clickId,
  };
  const json = JSON.stringify(event, null, 2);
  const pairs = (separator: string) =>
    Object.entries(event)
      .map(([name, value]) => `  ${JSON.stringify(name)}${separator}${JSON.stringify(value)},`)
      .join('\n');
  return {
    curl: `curl -s ${shellQuoted(url)} \\
  -H ${shellQuoted(`Authorization: Bearer ${secret}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${shellQuoted(JSON.stringify(event))}`,
    'Node.js': `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { authorization: ${JSON.stringify(`Bearer ${secret}`)}, 'content-type': 'application/json' },
  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),
});
console.log(await response.json());`,
    PHP: `<?php
$context = stream_context_create(['http' => [
  'method' => 'POST',
  'ignore_errors' => true,
  'header' => "Authorization: Bearer ${secret}\\r\\nContent-Type: application/json\\r\\n",
  'content' => json_encode([
${pairs(' => ').replaceAll('\n', '\n  ').replace(/^/, '  ')}
  ]),
]]);
echo file_get_contents(${JSON.stringify(url)}, false, $context);`,
    Python: `import json, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps({
${pairs(': ').replaceAll('\n', '\n      ').replace(/^/, '      ')}
    }).encode(),
    headers={"Authorization": ${JSON.stringify(`Bearer ${secret}`)}, "Content-Type": "application/json"},
)
print(urllib.request.urlopen(request).read().decode())`,
    Ruby: `require 'net/http'
require 'json'

response = Net::HTTP.post(
  URI(${JSON.stringify(url)}),
  {
${pairs(' => ').replaceAll('\n', '\n  ').replace(/^/, '  ')}
  }.to_json,
  'Authorization' => ${JSON.stringify(`Bearer ${secret}`)}, 'Content-Type' => 'application/json'
)
puts response.body`,
    Go: `package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func main() {
	body := strings.NewReader(\`${JSON.stringify(event)}\`)
	request, _ := http.NewRequest("POST", ${JSON.stringify(url)}, body)
	request.Header.Set("Authorization", ${JSON.stringify(`Bearer ${secret}`)})
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	fmt.Println(string(text))
}`,
  };
}
