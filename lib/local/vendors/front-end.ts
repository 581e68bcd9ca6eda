import type { Vendor } from './vendor-server.ts';

/** Links in mails lead to these pages, which show their names. */
export const frontEnd = (): Vendor => ({
  name: 'front_end',
  routes: { 'GET /': () => page('/'), 'GET /{page}': ({ params }) => page(`/${params.page}`) },
  refusal: (status) => ({ status, body: 'The mock front end has no such page.' }),
});

const page = (path: string) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Front end</title>
<body style="font:16px/1.5 system-ui,sans-serif;margin:24px">
<h1>The front end</h1>
<p>Its page <code>${path.replace(/[^\w/-]/g, '')}</code> would be here.</p>`,
});
