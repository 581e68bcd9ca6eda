import { siteDomain } from '#shared/values/site-domain.ts';
import { readSite, type SiteReading, secondsUntil } from '#shared/web/read-site.ts';
import { SiteUnreachable, type Web } from '#shared/web/web.ts';

/** Slow sites need most of the timeout in the first attempt. */
const firstShare = 0.8;
const tries = 2;
const forGood: ReadonlySet<SiteUnreachable['reason']> = new Set(['no_such_host', 'too_large', 'too_many_redirects']);

/** The bare domain may lack an address or a certificate, so `www` is tried next. */
export async function readWithRetry(web: Web, url: string, timeoutSeconds: number): Promise<SiteReading> {
  const endsAt = performance.now() + timeoutSeconds * 1000;
  try {
    return await readTwice(web, url, endsAt);
  } catch (error) {
    const under = withWww(url);
    if (!under || !(error instanceof SiteUnreachable) || !isBareOnly.has(error.reason)) throw error;
    return await readTwice(web, under, endsAt);
  }
}

const isBareOnly: ReadonlySet<SiteUnreachable['reason']> = new Set(['no_such_host', 'broken']);

function withWww(text: string): string | null {
  const url = new URL(text);
  if (url.hostname !== siteDomain(text)) return null;
  url.hostname = `www.${url.hostname}`;
  return url.href;
}

async function readTwice(web: Web, url: string, endsAt: number): Promise<SiteReading> {
  for (let tried = 1; ; tried++) {
    try {
      const secondsLeft = secondsUntil(endsAt);
      const timeoutSeconds = tried === tries ? secondsLeft : secondsLeft * firstShare;
      const reading = await readSite(web, url, { timeoutSeconds });
      const isSure = reading.state === 'read' || reading.state === 'parked';
      if (isSure || tried === tries) return reading;
    } catch (error) {
      if (!(error instanceof SiteUnreachable) || forGood.has(error.reason) || tried === tries) throw error;
    }
  }
}
