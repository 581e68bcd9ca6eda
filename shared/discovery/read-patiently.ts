import { SiteUnreachable, type Web } from '#shared/ports/web.ts';
import { readSite, type SiteReading } from '#shared/web/read-site.ts';

/** Sites stumble now and then, so what may be a stumble is looked at twice. */
const tries = 2;
const forGood: ReadonlySet<SiteUnreachable['reason']> = new Set([
  'no_such_host',
  'too_large',
  'too_many_redirects',
]);

/** Reads a site; once more when it broke off, was late, turned us away or answered with an error. Throws as `readSite` does. */
export async function readPatiently(web: Web, url: string, timeoutSeconds: number): Promise<SiteReading> {
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
