import { colors, fontFamily, mark, monospace, tokens } from '#shared/values/look.ts';

/** The page's policy forbids inline scripts, so scripts are files. */
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

export const pageStyle = `${tokens}
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 var(--font); }
:root { --scalar-custom-header-height: 3.25rem; }
header { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; height: 3.25rem; padding: 0 1.25rem; background: var(--card); border-bottom: 1px solid var(--line); }
.top { display: flex; align-items: center; gap: 1.25rem; margin: 0; white-space: nowrap; }
.top a { color: var(--accent); }
.top .brand { display: inline-flex; align-items: center; gap: .5rem; color: inherit; font-weight: 700; font-size: 1.125rem; text-decoration: none; }
@media (max-width: 30rem) { header { padding: 0 .75rem; } .top { gap: .6rem; font-size: .8125rem; } .top .brand { font-size: 1rem; } }
/* A section that a link leads to takes the focus; it is no control. */
[tabindex="-1"]:focus-visible { outline: none; }
/* A choice for all operations would replace the kind that each of them takes. */
.scalar-reference-intro-auth { display: none !important; }
/* The arrows beside the names of groups are 22 px wide in the library, and a finger needs more. */
button[aria-expanded].absolute { min-width: 24px; min-height: 24px; }
/* On a phone, the form to try a request fits the width of the screen. */
@media (max-width: 600px) {
  .scalar-client .flex-1 { min-width: 0; }
  .scalar-client .t-app__top-container { padding-left: 3rem !important; }
  .scalar-client .scalar-data-table tr > * { min-width: 0; max-width: calc(100vw - 2px); }
}
/* The library gives every element a transition of 0.01 ms, and inherited colours then lag behind the scheme. */
@media (prefers-reduced-motion: reduce) { .scalar-app, .scalar-app *, .scalar-app ::before, .scalar-app ::after { transition-property: none !important; } }
noscript { display: block; padding: 2rem; font: 1rem/1.5 sans-serif; }
:root { --scalar-font: ${fontFamily}; --scalar-font-code: ${monospace}; }
.light-mode { --scalar-color-accent: ${colors.accent[0]}; --scalar-background-1: ${colors.card[0]}; --scalar-background-2: ${colors.page[0]}; --scalar-border-color: ${colors.line[0]}; --scalar-color-1: ${colors.text[0]}; --scalar-color-2: ${colors.muted[0]}; --scalar-color-3: ${colors.muted[0]}; --scalar-color-green: ${colors.good[0]}; --scalar-color-red: ${colors.bad[0]}; --scalar-color-blue: #005f9e; --scalar-color-orange: #a13d00; }
.dark-mode { --scalar-color-accent: ${colors.accent[1]}; --scalar-background-1: ${colors.page[1]}; --scalar-background-2: ${colors.card[1]}; --scalar-border-color: ${colors.line[1]}; --scalar-color-1: ${colors.text[1]}; --scalar-color-2: ${colors.muted[1]}; --scalar-color-3: ${colors.muted[1]}; }
`;

export const favicon = mark(32).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');

export const copyScript = `for (const block of document.querySelectorAll('main pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}
`;
