/** Starts Swagger UI. A file of its own, because the page's policy forbids inline scripts. */
export const pageScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// Every answer has x-request-id, as the introduction says: repeated at each one it would only hide the others.
const withoutRequestId = () => ({
  wrapComponents: {
    headers: (Headers, { React }) => ({ headers, ...rest }) =>
      React.createElement(Headers, { ...rest, headers: headers?.delete('x-request-id') }),
  },
});

SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#docs',
  plugins: [withoutRequestId],
  deepLinking: true,
  persistAuthorization: false,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
});
`;

// Hides what has but one value: the server, the only example of an answer, the links that there are none of.
export const pageStyle = `body { margin: 0; background: #fff; }
html.dark-mode body { background: #1c2022; }
noscript { display: block; padding: 2rem; font: 1rem/1.5 sans-serif; }
.swagger-ui .info { margin: 2rem 0 1rem; }
.swagger-ui .info .description { max-width: 60rem; }
.swagger-ui .info li, .swagger-ui .info p, .swagger-ui .info table { line-height: 1.55; }
.swagger-ui .info table tbody tr td, .swagger-ui .info table tbody tr td:first-of-type, .swagger-ui .info table th { vertical-align: top; padding: .35rem 1rem .35rem 0; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: inherit; font-weight: 500; }
.swagger-ui .scheme-container { padding: 0 0 1rem; box-shadow: none; background: none; }
.swagger-ui .servers, .swagger-ui .servers-title { display: none; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .response-control-media-type:has(option[value="application/json"]:only-child),
.swagger-ui .response-control-examples:has(option:only-child),
.swagger-ui .examples-select:has(option:only-child) { display: none; }
.swagger-ui .opblock-tag small { min-width: 12rem; }
html.dark-mode .swagger-ui table.headers td { color: inherit; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .info .title { font-size: 1.75rem; }
  .swagger-ui .info table td { padding-right: .5rem; }
  .swagger-ui .info .url { overflow-wrap: anywhere; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; padding: 8px 0; font-size: 1.25rem; }
  .swagger-ui .opblock-tag small { order: 3; flex: 1 1 100%; padding: 0; }
  .swagger-ui .opblock .opblock-summary { padding: 4px; }
  .swagger-ui .opblock .opblock-summary-path { font-size: 14px; }
  .swagger-ui .opblock .opblock-summary-description { font-size: 13px; }
  .swagger-ui table.headers td { font-size: 13px; }
}
`;

export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f3a5f"/><path d="M6 23c5 0 5-7 10-7s5-7 10-7" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="26" cy="9" r="3" fill="#ffb454"/></svg>
`;
