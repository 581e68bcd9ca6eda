type Signal = [isGiven: boolean, from: string];
type Pixel = { observeConsent(onConsent: (...signal: Signal) => void): () => void };

// The service's compiler lacks the types of browsers, so it must not follow this import.
const source = new URL('../../../web/pixel/consent-signals.ts', import.meta.url).href;
const { observeConsent } = (await import(source)) as Pixel;

type Tcf = (command: string, version: number, listener: (data: unknown, success: boolean) => void) => void;
type Page = { dataLayer?: unknown[]; __tcfapi?: Tcf };

function observe(page: Page): { signals: Signal[]; look: () => void } {
  const signals: Signal[] = [];
  vi.stubGlobal('window', page);
  const look = observeConsent((...signal) => signals.push(signal));
  return { signals, look };
}
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const both = [true, false];
const answers = both.flatMap((purpose1) =>
  both.flatMap((purpose7) => both.map((interest7) => ({ purpose1, purpose7, interest7 }))),
);

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
      expect(answered({ ...answer(given), gdprApplies: undefined })).toEqual([
        [purpose1 && (purpose7 || interest7), 'TCF'],
      ]);
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
    vi.advanceTimersByTime(500);
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
    vi.advanceTimersByTime(0);
    expect(signals).toEqual(isGranted ? mode(true) : []);
  });

  it.each(pairs)(
    'an update of consent mode grants by storage without a denied user data, and denies by either: %o',
    (values) => {
      const isGranted = values.ad_storage === 'granted' && values.ad_user_data !== 'denied';
      const isDenied = values.ad_storage === 'denied' || values.ad_user_data === 'denied';
      const { signals } = observe({ dataLayer: [entry('update', values)] });
      expect(signals).toEqual(isGranted ? mode(true) : isDenied ? mode(false) : []);
    },
  );

  it.each(pairs)('an update of consent mode has priority over a default: %o', (values) => {
    const denied = { ad_storage: 'denied', ad_user_data: 'denied' };
    const { signals } = observe({ dataLayer: [entry('default', denied), entry('update', values)] });
    const isGranted = values.ad_storage === 'granted' && values.ad_user_data === 'granted';
    const isDenied = values.ad_storage === 'denied' || values.ad_user_data === 'denied';
    expect(signals).toEqual(isGranted ? mode(true) : isDenied ? mode(false) : []);
  });

  it('a regional grant of consent mode is no answer, and a regional update is an answer', () => {
    const granted = { ad_storage: 'granted', region: ['PT'] };
    const { signals } = observe({ dataLayer: [entry('default', granted)] });
    vi.advanceTimersByTime(60_000);
    expect(signals).toEqual([]);
    expect(observe({ dataLayer: [entry('update', granted)] }).signals).toEqual(mode(true));
  });

  const [granted, denied] = (['granted', 'denied'] as const).map((state) => ({
    ad_storage: state,
    ad_user_data: state,
  }));
  const regional = (values: object) => entry('default', { ...values, region: ['DE', 'FR', 'GB'] });

  it.each([
    ['before the global grant', [regional({ ...denied }), entry('default', { ...granted })]],
    ['after the global grant', [entry('default', { ...granted }), regional({ ...denied })]],
    ['for one of both states', [entry('default', { ...granted }), regional({ ad_user_data: 'denied' })]],
    ['beside a grant for another region', [regional({ ...denied }), regional({ ...granted })]],
  ])('a regional refusal of consent mode %s allows nothing until an answer', (_, dataLayer) => {
    for (const isPushed of [false, true]) {
      const page: Page = { dataLayer: isPushed ? [] : [...dataLayer].map((one) => [...one]) };
      const { signals } = observe(page);
      if (isPushed) for (const call of dataLayer) page.dataLayer?.push([...call]);
      vi.advanceTimersByTime(60_000);
      expect(signals).toEqual([]);
      page.dataLayer?.push(entry('update', { ...granted }));
      expect(signals).toEqual(mode(true));
      page.dataLayer?.push(entry('update', { ad_storage: 'denied' }));
      expect(signals).toEqual([...mode(true), ...mode(false)]);
    }
  });

  it('a default that grants holds from the end of `wait_for_update` on, unless an update denies before', () => {
    const page: Page = { dataLayer: [entry('default', { ...granted, wait_for_update: 500 })] };
    const { signals } = observe(page);
    vi.advanceTimersByTime(499);
    expect(signals).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(signals).toEqual(mode(true));
    const refused: Page = { dataLayer: [entry('default', { ...granted, wait_for_update: 500 })] };
    const other = observe(refused);
    vi.advanceTimersByTime(300);
    refused.dataLayer?.push(entry('update', { ...denied }));
    vi.advanceTimersByTime(5000);
    expect(other.signals).toEqual(mode(false));
  });

  it('a default that grants is no answer beside a TCF platform', () => {
    let answer: (data: unknown, success: boolean) => void = () => {};
    const page: Page = {
      dataLayer: [entry('default', { ...granted })],
      __tcfapi(_, __, listener) {
        answer = listener;
      },
    };
    const { signals } = observe(page);
    vi.advanceTimersByTime(60_000);
    expect(signals).toEqual([]);
    answer({ eventStatus: 'useractioncomplete', gdprApplies: true, purpose: {} }, true);
    page.dataLayer?.push(entry('default', { ...granted }));
    vi.advanceTimersByTime(60_000);
    expect(signals).toEqual([[false, 'TCF']]);
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
