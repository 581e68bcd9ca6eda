import { siteDomain } from '#shared/values/site-domain.ts';
import { readSite, type SiteReading } from '#shared/web/read-site.ts';
import { SiteUnreachable, type Web } from '#shared/web/web.ts';

/** Sites stumble now and then, so what may be a stumble is looked at twice. */
const tries = 2;
const forGood: ReadonlySet<SiteUnreachable['reason']> = new Set([
  'no_such_host',
  'too_large',
  'too_many_redirects',
]);

/**
 * Reads a site; once more when it broke off, was late, turned us away or answered with an error; under `www` where the bare
 * domain has no address or no certificate of its own. Throws as `readSite` does.
 */
export async function readPatiently(web: Web, url: string, timeoutSeconds: number): Promise<SiteReading> {
  try {
    return await readTwice(web, url, timeoutSeconds);
  } catch (error) {
    const under = withWww(url);
    if (!under || !(error instanceof SiteUnreachable) || !isBareOnly.has(error.reason)) throw error;
    return await readTwice(web, under, timeoutSeconds);
  }
}

const isBareOnly: ReadonlySet<SiteUnreachable['reason']> = new Set(['no_such_host', 'broken']);

/** `null` of an address that is not of a bare domain. */
function withWww(text: string): string | null {
  const url = new URL(text);
  if (url.hostname !== siteDomain(text)) return null;
  url.hostname = `www.${url.hostname}`;
  return url.href;
}

async function readTwice(web: Web, url: string, timeoutSeconds: number): Promise<SiteReading> {
  for (let tried = 1; ; tried++) {
    try {
      const reading = await readSite(web, url, { timeoutSeconds });
      const isSure = reading.state === 'read' || reading.state === 'parked';
      if (isSure || tried === tries) return reading;
    } catch (error) {
      if (!(error instanceof SiteUnreachable) || forGood.has(error.reason) || tried === tries) throw error;
    }
  }
}
