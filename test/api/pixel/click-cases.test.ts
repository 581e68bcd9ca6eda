import { clickCases } from '#test/click-cases.ts';

type Store = { read(): { sid: string } | undefined };
// The service's compiler lacks the types of a browser, so it must not follow this import.
const source = '../../../web/pixel/kept-click.ts';
const { clickStore } = (await import(source)) as { clickStore(domain: string | undefined): Store };

function clickOf(cookie: string): string | undefined {
  vi.stubGlobal('document', { cookie });
  vi.stubGlobal('location', { hostname: 'shop.example', protocol: 'https:' });
  vi.stubGlobal('localStorage', { getItem: () => null });
  return clickStore(undefined).read()?.sid;
}
afterEach(() => vi.unstubAllGlobals());

/** HTML entities end with a semicolon, which no cookie contains. */
const values = clickCases.values.filter(({ value }) => !value.includes('&'));
/** Browsers join cookies by a semicolon and a blank, and drop cookies without a name. */
const ofBrowsers = clickCases.headers.filter(({ name }) => !/blanks?|commas/.test(name) || name.includes('umlaut'));

describe('the pixel', () => {
  it.each(values)('the pixel reads a cookie whose value is $name', ({ value, click }) => {
    expect(clickOf(`theme=dark; svc_sid=${value.trim()}`)).toBe(click);
  });

  it.each(clickCases.unreadable)('the pixel finds no click in a cookie whose value is $name', ({ value }) => {
    expect(clickOf(`svc_sid=${value}`)).toBeUndefined();
  });

  it.each(ofBrowsers)('the pixel reads the newest click of the cookies: $name', ({ header, click }) => {
    expect(clickOf(header)).toBe(click ?? undefined);
  });
});
