/** Whole host names are compared, so that no look-alike host passes. */
const hosts = /^(?:(?:www|m|web|mbasic|touch|[a-z]{2}-[a-z]{2})\.)?(?:facebook|fb)\.com$/;
const pageId = /^[1-9]\d{4,19}$/;
const alias = /^(?=.*[A-Za-z])[A-Za-z0-9.]{2,50}$/;
const endingInId = /^.*-([1-9]\d{8,19})$/;

/** `me` would mean the owner of our token. */
const reserved = new Set(
  `about ads app apps bookmarks business careers checkpoint device dialog directory events feed flx friends fundraisers
  gaming groups hashtag help home i judge l legal live login logout marketplace me media messages messenger notes
  notifications oauth pages people permalink photo photos plugins policies privacy public reel reels recover reg saved
  search settings share sharer stories story terms tr ufi video videos watch`.split(/\s+/),
);

export const isPageId = (text: string) => pageId.test(text);

export const isPageHandle = (text: string) =>
  isPageId(text) || (alias.test(text) && !/\.php$/i.test(text) && !reserved.has(text.toLowerCase()));

/** The text may be a link such as `…?view_all_page_id=1`, `profile.php?id=1` or `/pages/<name>/<id>`, or the ID. */
export function adPageHandle(text: string): string | null {
  const plain = text.length > 2048 ? '' : text.trim();
  if (isPageId(plain)) return plain;
  // The URL parser would silently drop these characters.
  if (/[\s\p{C}\\]/u.test(plain)) return null;
  const url = URL.parse(/^https?:\/\//i.test(plain) ? plain : `https://${plain}`);
  if (!url || url.username || url.password || url.port || !hosts.test(url.hostname)) return null;
  const handle = handleIn(url.pathname.split('/').filter(Boolean), url.searchParams);
  return handle !== undefined && isPageHandle(handle) ? handle : null;
}

function handleIn([first = '', ...rest]: string[], query: URLSearchParams): string | undefined {
  if (first === 'ads') return rest[0] === 'library' ? idIn(query, 'view_all_page_id') : undefined;
  if (first === 'profile.php') return idIn(query, 'id');
  if (first === 'pages') return rest[0] === 'category' ? endOf(rest[2]) : idOf(rest[1]);
  if (first === 'p') return endOf(rest[0]);
  if (first === 'pg') return rest[0];
  return endOf(first) ?? first;
}

/** In this parameter, the network writes an ID, never an alias. */
const idIn = (query: URLSearchParams, name: string) => idOf(query.get(name) ?? '');
const idOf = (text = '') => (isPageId(text) ? text : undefined);

const endOf = (part = '') => endingInId.exec(part)?.[1];
