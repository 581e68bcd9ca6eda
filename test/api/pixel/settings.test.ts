type Settings = { key?: string; api: string; consent: string; cookieDomain?: string; say(...facts: unknown[]): void };
type SettingsFile = { settingsOf(tag: { src: string; dataset: Record<string, string> }): Settings };

const source = new URL('../../../web/pixel/settings.ts', import.meta.url).href;
const { settingsOf } = (await import(source)) as SettingsFile;

const tag = (dataset: Record<string, string>, query = '') => settingsOf({ src: `https://api.example/pixel/p.js${query}`, dataset });

describe('the settings of the pixel', () => {
  it.each([
    ['key', 'key', 'key', 'pk_live_a', 'pk_live_b'],
    ['consent', 'consent', 'consent', 'hold', 'auto'],
    ['cookieDomain', 'cookieDomain', 'cookie-domain', 'a.example', 'b.example'],
  ] as const)('%s is read from its attribute, else from the address of the script', (setting, attribute, parameter, own, other) => {
    expect(tag({ [attribute]: own })[setting]).toBe(own);
    expect(tag({}, `?${parameter}=${other}`)[setting]).toBe(other);
    expect(tag({ [attribute]: own }, `?${parameter}=${other}`)[setting]).toBe(own);
  });

  it('requests go to the address of the script', () => {
    expect(tag({}, '?key=pk_live_a').api).toBe('https://api.example/api/v1/pixel/');
  });

  it('key and cookieDomain are absent without a setting', () => {
    expect(tag({})).toMatchObject({ key: null, cookieDomain: null });
  });

  it.each([
    ['false', 'false'],
    ['hold', 'hold'],
    ['auto', 'auto'],
    ['true', ''],
    ['', ''],
  ])('the consent %j means %j', (consent, meant) => {
    expect(tag({ consent }).consent).toBe(meant);
    expect(tag({}).consent).toBe('');
  });

  it.each([
    [{ debug: '' }, '', 1],
    [{}, '?debug', 1],
    [{}, '?debug=true', 1],
    [{ debug: 'false' }, '?debug', 0],
    [{}, '', 0],
  ] as [Record<string, string>, string, number][])('debug by %j and %j says %d facts', (dataset, query, times) => {
    const said = vi.spyOn(console, 'warn').mockReturnValue();
    tag(dataset, query).say('fact');
    expect(said).toHaveBeenCalledTimes(times);
    said.mockRestore();
  });
});
