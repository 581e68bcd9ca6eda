/** Starts the page. A file of its own, because the page's policy forbids inline scripts. */
export const pageScript = `const base = new URL('.', document.baseURI).href.replace(/\\/$/, '');

// Names of operations lead to them, wherever a text mentions one.
const linked = (content) => {
  const operations = Object.values(content.paths).flatMap((item) => Object.values(item));
  const anchors = new Map(operations.map(({ operationId, tags }) => [operationId, '#tag/' + tags[0] + '/' + operationId]));
  const mention = new RegExp('\\x60(' + [...anchors.keys()].join('|') + ')\\x60', 'g');
  const link = (text) => text.replace(mention, (name, id) => '[' + name + '](' + anchors.get(id) + ')');
  return JSON.parse(
    JSON.stringify(content, (key, value) =>
      key === 'description' && typeof value === 'string' ? link(value) : value,
    ),
  );
};

// Each operation takes credentials of its own kind: where a request is tried, they are shown at once.
const showCredentials = (tries) => {
  const dialog = document.querySelector('[role="dialog"]');
  const closed = [...(dialog?.querySelectorAll('button[aria-expanded="false"]') ?? [])];
  const credentials = closed.find(({ textContent }) => /Authentication.*Required/.test(textContent));
  if (credentials) credentials.click();
  else if (tries > 0) setTimeout(showCredentials, 100, tries - 1);
};
const isTest = ({ target }) => target.closest('button')?.textContent.includes('Test Request');
document.addEventListener('click', (event) => isTest(event) && showCredentials(20), true);

fetch('openapi.json')
  .then((response) => response.json())
  .then((content) =>
    Scalar.createApiReference('#docs', {
      content: linked(content),
      servers: [{ url: base, description: 'This host' }],
      generateOperationSlug: ({ operationId, method, path }) => operationId ?? method + path,
      generateTagSlug: ({ name }) => name,
      showOperationId: true,
      operationTitleSource: 'summary',
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      documentDownloadType: 'json',
      defaultOpenFirstTag: true,
      hideModels: true,
      hideClientButton: true,
      showDeveloperTools: 'never',
      persistAuth: false,
      // A secret key that is tried here is not exposed: shared/http/auth.ts reads this header.
      onBeforeRequest: ({ requestBuilder }) => requestBuilder.headers.set('x-adtrail-docs', 'try'),
      // Nothing leaves this origin.
      withDefaultFonts: false,
      telemetry: false,
      proxyUrl: '',
      agent: { disabled: true, hideAddApi: true },
      mcp: { disabled: true },
    }),
  );
`;

export const pageStyle = `body { margin: 0; }
/* A section that a link leads to takes the focus; it is no control. */
[tabindex="-1"]:focus-visible { outline: none; }
/* One choice for all operations would replace the kind that each of them takes. */
.scalar-reference-intro-auth { display: none !important; }
/* On a phone, the form to try a request fits the width of the screen. */
@media (max-width: 600px) {
  .scalar-client .flex-1 { min-width: 0; }
  .scalar-client .t-app__top-container { padding-left: 3rem !important; }
  .scalar-client .scalar-data-table tr > * { min-width: 0; max-width: calc(100vw - 2px); }
}
noscript { display: block; padding: 2rem; font: 1rem/1.5 sans-serif; }
:root { --scalar-font: system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif; --scalar-font-code: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
`;

export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f3a5f"/><path d="M6 23c5 0 5-7 10-7s5-7 10-7" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/><circle cx="26" cy="9" r="3" fill="#ffb454"/></svg>
`;
