type Signal = [isGiven: boolean, from: string];
type Pixel = {
  observeConsent(onConsent: (...signal: [...Signal, isAnswer: boolean]) => void): () => void;
};

// The service's compiler lacks the types of browsers, so it must not follow this import.
const source = new URL('../../../web/pixel/consent-signals.ts', import.meta.url).href;
const { observeConsent } = (await import(source)) as Pixel;

type Tcf = (command: string, version: number, listener: (data: unknown, success: boolean) => void) => void;
type Page = { dataLayer?: unknown[]; __tcfapi?: Tcf };

const loads: (() => void)[] = [];
function observe(page: Page): { signals: Signal[]; isAnswer: boolean[]; look: () => void } {
  const signals: Signal[] = [];
  const isAnswer: boolean[] = [];
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', (...[name, run, options]: [string, () => void, object]) => {
    expect([name, options]).toEqual(['load', { once: true }]);
    loads.push(run);
  });
  const look = observeConsent((isGiven, from, last) => {
    signals.push([isGiven, from]);
    isAnswer.push(last);
  });
  return { signals, isAnswer, look };
}
beforeEach(() => {
  vi.useFakeTimers();
  loads.splice(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const both = [true, false];
const answers = both.flatMap((purpose1) => both.flatMap((purpose7) => both.map((interest7) => ({ purpose1, purpose7, interest7 }))));

describe('the answer of a TCF platform', () => {
  const answered = (data: unknown, success = true) => {
    const asked: unknown[] = [];
    const { signals } = observe({
      __tcfapi(command, version, listener) {
        asked.push([command, version]);
        listener(data, success);
      },
    });
    expect(asked).toEqual([['addEventListener', 2]]);
    return signals;
  };
  const answer = ({ purpose1, purpose7, interest7 }: (typeof answers)[number]) => ({
    eventStatus: 'useractioncomplete',
    gdprApplies: true,
    purpose: { consents: { 1: purpose1, 7: purpose7 }, legitimateInterests: { 7: interest7 } },
  });

  it.each(answers)(
    'the answer of a TCF platform gives consent by purpose 1 with purpose 7 or its legitimate interest: $purpose1, $purpose7, $interest7',
    (given) => {
      const { purpose1, purpose7, interest7 } = given;
      expect(answered(answer(given))).toEqual([[purpose1 && (purpose7 || interest7), 'TCF']]);
    },
  );

  it.each(answers)(
    'the answer of a TCF platform gives consent where the GDPR does not apply: $purpose1, $purpose7, $interest7',
    (given) => {
      expect(answered({ ...answer(given), gdprApplies: false })).toEqual([[true, 'TCF']]);
      const { purpose1, purpose7, interest7 } = given;
      expect(answered({ ...answer(given), gdprApplies: undefined })).toEqual([[purpose1 && (purpose7 || interest7), 'TCF']]);
    },
  );

  const agreed = answer({ purpose1: true, purpose7: true, interest7: true });

  it.each([
    ['tcloaded', 1],
    ['useractioncomplete', 1],
    ['cmpuishown', 0],
    ['tcloaded2', 0],
    [undefined, 0],
  ])('the event status %s of a TCF platform is reported %i times', (eventStatus, times) => {
    expect(answered({ ...agreed, eventStatus })).toHaveLength(times);
  });

  it('an answer without success, data or purposes counts as none or a refusal', () => {
    expect(answered(agreed, false)).toEqual([]);
    expect(answered(null)).toEqual([]);
    expect(answered({ ...agreed, purpose: undefined })).toEqual([[false, 'TCF']]);
  });

  it('a TCF platform that loads later is observed, with each change', () => {
    const page: Page = {};
    const { signals } = observe(page);
    page.__tcfapi = (_, __, listener) => {
      listener(agreed, true);
      listener(answer({ purpose1: false, purpose7: true, interest7: true }), true);
    };
    for (const load of loads) load();
    expect(signals).toEqual([
      [true, 'TCF'],
      [false, 'TCF'],
    ]);
  });
});

describe('consent mode', () => {
  const states = ['granted', 'denied', undefined] as const;
  const pairs = states.flatMap((ad_storage) => states.map((ad_user_data) => ({ ad_storage, ad_user_data })));
  const entry = (kind: string, values: object) => ['consent', kind, JSON.parse(JSON.stringify(values))];
  const mode = (isGiven: boolean): Signal[] => [[isGiven, 'consent mode']];

  it.each(pairs)('a default of consent mode grants by storage alone, and denies nothing: %o', (values) => {
    const isGranted = values.ad_storage === 'granted' && values.ad_user_data !== 'denied';
    const { signals } = observe({ dataLayer: [entry('default', values)] });
    expect(signals).toEqual(isGranted ? mode(true) : []);
  });

  it.each(pairs)('an update of consent mode grants by storage without a denied user data, and denies by either: %o', (values) => {
    const isGranted = values.ad_storage === 'granted' && values.ad_user_data !== 'denied';
    const isDenied = values.ad_storage === 'denied' || values.ad_user_data === 'denied';
    const { signals } = observe({ dataLayer: [entry('update', values)] });
    expect(signals).toEqual(isGranted ? mode(true) : isDenied ? mode(false) : []);
  });

  it.each(pairs)('an update of consent mode has priority over a default: %o', (values) => {
    const denied = { ad_storage: 'denied', ad_user_data: 'denied' };
    const { signals } = observe({ dataLayer: [entry('default', denied), entry('update', values)] });
    const isGranted = values.ad_storage === 'granted' && values.ad_user_data === 'granted';
    const isDenied = values.ad_storage === 'denied' || values.ad_user_data === 'denied';
    expect(signals).toEqual(isGranted ? mode(true) : isDenied ? mode(false) : []);
  });

  it('a regional default of consent mode is no answer, and a regional update is an answer', () => {
    const granted = { ad_storage: 'granted', region: ['PT'] };
    expect(observe({ dataLayer: [entry('default', granted)] }).signals).toEqual([]);
    expect(observe({ dataLayer: [entry('update', granted)] }).signals).toEqual(mode(true));
  });

  const granted = { ad_storage: 'granted', ad_user_data: 'granted' };
  const denied = { ad_storage: 'denied', ad_user_data: 'denied' };
  const europe = { ...denied, region: ['DE', 'FR', 'GB'] };

  it.each([
    ['denied for a region beside granted', [europe, granted], false],
    ['granted beside denied for a region', [granted, europe], false],
    ['user data denied for one region', [granted, { ad_user_data: 'denied', region: 'US-CA' }], false],
    ['granted for a region and its parts, denied elsewhere', [denied, { ...granted, region: ['US'] }], false],
    ['denied for a part of a granted region', [granted, { ...granted, region: ['US'] }, { ...denied, region: ['US-CA'] }], false],
    ['a region whose later default grants', [europe, granted, { ...granted, region: ['FR', 'GB', 'DE'] }], true],
    ['one of three regions whose later default grants', [europe, granted, { ...granted, region: ['FR'] }], false],
    ['a region that denies only analytics', [granted, { analytics_storage: 'denied', region: ['DE'] }], true],
  ])('the strictest default of consent mode decides without an answer: %s', (_, defaults, isGranted) => {
    const { signals } = observe({ dataLayer: defaults.map((values) => entry('default', values)) });
    expect(signals).toEqual(isGranted ? mode(true) : []);
  });

  it.each([[[entry('default', europe), entry('default', granted)]], [[entry('default', granted), entry('default', europe)]]])(
    'an update of consent mode answers for every region',
    (dataLayer) => {
      const page: Page = { dataLayer };
      const { signals, isAnswer } = observe(page);
      page.dataLayer?.push(entry('update', { ad_storage: 'granted' }));
      expect(signals, 'user data is denied for a region').toEqual([]);
      page.dataLayer?.push(entry('update', granted));
      page.dataLayer?.push(entry('update', denied));
      expect([signals, isAnswer]).toEqual([
        [...mode(true), ...mode(false)],
        [true, true],
      ]);
    },
  );

  it.each([
    ['granted first', [granted, europe]],
    ['denied first', [europe, granted]],
  ])('defaults that a page states after the pixel has loaded count together: %s', (_, defaults) => {
    const page: Page = {};
    const { signals } = observe(page);
    for (const values of defaults) page.dataLayer?.push(entry('default', values));
    vi.advanceTimersByTime(5000);
    expect(signals).toEqual([]);
  });

  it('a stricter default of a later script ends an earlier default that grants', () => {
    const page: Page = { dataLayer: [entry('default', granted)] };
    const { signals, isAnswer } = observe(page);
    page.dataLayer?.push(entry('default', europe));
    vi.advanceTimersByTime(1);
    expect([signals, isAnswer]).toEqual([
      [...mode(true), ...mode(false)],
      [false, false],
    ]);
  });

  it('a default that grants waits for an update as long as the page says', () => {
    const waiting = { ...granted, wait_for_update: 700 };
    const { signals } = observe({ dataLayer: [entry('default', waiting)] });
    vi.advanceTimersByTime(699);
    expect(signals).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(signals).toEqual(mode(true));
    const page: Page = { dataLayer: [entry('default', waiting)] };
    const answered = observe(page);
    page.dataLayer?.push(entry('update', denied));
    vi.advanceTimersByTime(5000);
    expect(new Set(answered.signals.map(String))).toEqual(new Set(mode(false).map(String)));
  });

  it('an unknown command of consent mode grants nothing', () => {
    expect(observe({ dataLayer: [entry('declare', granted)] }).signals).toEqual([]);
  });

  const asked = () => {
    let answer = (_: object) => {};
    const __tcfapi: Tcf = (_, __, listener) => {
      answer = (data) => listener({ eventStatus: 'tcloaded', gdprApplies: true, ...data }, true);
    };
    return { __tcfapi, answer: (data: object) => answer(data) };
  };
  const yes = { purpose: { consents: { 1: true, 7: true } } };

  it('a default of consent mode does not answer for a TCF platform that has not answered', () => {
    const { __tcfapi, answer } = asked();
    const { signals } = observe({ __tcfapi, dataLayer: [entry('default', granted)] });
    expect(signals).toEqual([]);
    answer({});
    expect(signals).toEqual([[false, 'TCF']]);
    answer(yes);
    expect(signals).toEqual([
      [false, 'TCF'],
      [true, 'TCF'],
    ]);
  });

  it('the refusal of one platform has priority over the agreement of the other', () => {
    const { __tcfapi, answer } = asked();
    const page: Page = { __tcfapi, dataLayer: [] };
    const { signals } = observe(page);
    answer(yes);
    page.dataLayer?.push(entry('update', denied));
    answer(yes);
    page.dataLayer?.push(entry('update', granted));
    expect(signals.map(([isGiven]) => isGiven)).toEqual([true, false, false, true]);
  });

  it('a TCF platform agrees beside a default that denies for a region', () => {
    const { __tcfapi, answer } = asked();
    const { signals, isAnswer } = observe({
      __tcfapi,
      dataLayer: [entry('default', europe), entry('default', granted)],
    });
    answer({ gdprApplies: false });
    answer(yes);
    expect([signals.map(([isGiven]) => isGiven), isAnswer]).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  it('each entry of consent mode is observed once: earlier, pushed, and written within half a second', () => {
    const page: Page = { dataLayer: [entry('update', { ad_storage: 'granted' })] };
    const { signals } = observe(page);
    page.dataLayer?.push(entry('update', { ad_storage: 'denied' }));
    expect(signals).toEqual([...mode(true), ...mode(false)]);
    page.dataLayer = [entry('update', { ad_storage: 'granted' })];
    vi.advanceTimersByTime(499);
    expect(signals).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(signals.slice(2)).toEqual(mode(true));
    vi.advanceTimersByTime(5000);
    expect(signals).toHaveLength(3);
  });
});
