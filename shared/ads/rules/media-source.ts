import { createHash } from 'node:crypto';

/** A media file is on many hosts, and its address names the nearest. */
const edge = /^(?:scontent|external|video|instagram)[\w.-]*\.(fbcdn\.net|cdninstagram\.com)$/;
/** These parameters sign, limit or measure a media address and do not choose the picture. */
const volatile =
  /^(?:_nc_.*|__gda__|oh|oe|ccb|edm|efg|vs|bytestart|byteend|expires?|exp|e|signature|sig|s_?ig|hmac|hash|token|auth.*|policy|key-pair-id|x-(?:amz|goog|oss)-.*|awsaccesskeyid|googleaccessid|se|sp|sv|sr|st|spr|skoid|sktid|skt|ske|sks|skv|hdnea|hdnts|hdntl|t|ts|timestamp|time|_|cb|cachebust(?:er)?|utm_.*|fbclid)$/i;

/** Two identifiers for one file cost a second copy; one identifier for two files would show a wrong picture. */
export function mediaSource(address: string): string {
  const url = URL.parse(address);
  const host = url?.hostname.replace(edge, '$1');
  const query = [...(url?.searchParams ?? [])].filter(([name]) => !volatile.test(name)).sort(byName);
  const source = url ? JSON.stringify([host, url.pathname, query]) : address;
  return createHash('sha256').update(source).digest('base64url').slice(0, 22);
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : a > b ? 1 : 0);
