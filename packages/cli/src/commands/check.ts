import type { KnownKey } from '../../../../shared/site-check/rules/site-findings.ts';
import { isThisMachine } from '../../../../shared/web/this-machine.ts';
import type { Api } from '../api.ts';
import type { Command } from '../command.ts';
import { Failure } from '../failure.ts';
import { numbered } from '../numbered.ts';

type Finding = { level: string; message: string };
type Key = {
  kind: string;
  environment: 'live' | 'test';
  pixel_key: string | null;
  revoked_at: string | null;
};

export const check: Command = {
  name: 'check',
  summary: 'Check that the pixel of a page is there and can work (exit code 1 if not)',
  args: '<url>',
  examples: ['adtrail check https://shop.example/shoes', 'adtrail check http://localhost:3000'],
  async run({ args: [url = ''], api, print }) {
    const address = URL.parse(/^(localhost|127\.0\.0\.1|\[::1\])([:/?#]|$)/.test(url) ? `http://${url}` : url);
    const body =
      address && isThisMachine(address)
        ? await checkedHere(address.href, api)
        : (await api('POST', '/api/v1/pixel/check-site', { body: { url } })).body;
    const findings = body.findings as Finding[];
    const lines = findings.map(({ level, message }) => `${level}: ${message}`);
    print(body, [`${body.url} (${body.status})`, ...lines].join('\n'));
    const count = findings.filter(({ level }) => level === 'error').length;
    if (count > 0) throw new Failure(`The page has ${numbered(count, 'error')}.`, { code: 'page_has_errors' });
  },
};

const maxPageBytes = 5_000_000;

/** The service cannot reach pages of this machine, so the command line reads them itself. */
async function checkedHere(page: string, api: Api): Promise<Record<string, unknown>> {
  const [{ asTaggedLink }, { pagePixels }, { siteFindings }] = await Promise.all([
    import('../../../../shared/site-check/rules/ad-parameters.ts'),
    import('../../../../shared/site-check/rules/page-pixels.ts'),
    import('../../../../shared/site-check/rules/site-findings.ts'),
  ]);
  const { response, hops } = await follow(asTaggedLink(page));
  const isHtml = /^(text\/html|application\/xhtml\+xml)\b/i.test(response.headers.get('content-type') ?? '');
  const url = hops.at(-1) ?? page;
  const html = isHtml ? (await response.text()).slice(0, maxPageBytes) : '';
  const facts = pagePixels(html, url);
  const policy = response.headers.get('content-security-policy');
  const keys = new Map<string, KnownKey | null>();
  for (const { key } of facts.pixels) if (key && !keys.has(key)) keys.set(key, await knownKey(key, api));
  const policies = [...(policy ? [policy] : []), ...facts.policies];
  return {
    url,
    status: response.status,
    pixels: facts.pixels.map(({ src, key, consent }) => ({ src, key, consent })),
    findings: siteFindings({ ...facts, policies, hops, status: response.status, isHtml }, keys),
  };
}

async function follow(first: string): Promise<{ response: Response; hops: string[] }> {
  const hops = [first];
  for (;;) {
    const from = hops.at(-1) ?? first;
    const response = await fetch(from, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(() => {
      throw new Failure(`${from} does not respond.`, { code: 'website_unreachable' });
    });
    const location = response.headers.get('location');
    const next = response.status >= 300 && response.status < 400 && location ? URL.parse(location, from) : null;
    if (!next) return { response, hops };
    if (hops.length > 10) throw new Failure(`${first} redirects too often.`, { code: 'website_unreachable' });
    hops.push(next.href);
  }
}

async function knownKey(pixelKey: string, api: Api): Promise<KnownKey | null> {
  const { body } = await api('GET', '/api/v1/pixel/keys');
  const key = (body.keys as Key[]).find(({ pixel_key }) => pixel_key === pixelKey);
  if (!key) return null;
  const settings = await api('GET', '/api/v1/pixel/settings', {
    query: { pixel_key: pixelKey },
    also: [404],
  });
  return {
    environment: key.environment,
    isRevoked: key.revoked_at !== null,
    allowedOrigins: (settings.body.allowed_origins ?? []) as string[],
  };
}
