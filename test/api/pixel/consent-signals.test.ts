type Purpose = 'ad_storage' | 'ad_user_data' | 'ad_personalization';
type Signal = [isGiven: boolean, from: string];
type Pixel = {
  observeConsent(onConsent: (purpose: Purpose, isGiven: boolean, origin: string, isAnswer: boolean) => void): () => void;
};

// The service's compiler lacks the types of browsers, so it must not follow this import.
const source = new URL('../../../web/pixel/consent-signals.ts', import.meta.url).href;
const { observeConsent } = (await import(source)) as Pixel;

type Tcf = (command: string, version: number, listener: (data: unknown, success: boolean) => void) => void;
type Shopify = { marketing: '' | 'yes' | 'no'; isAllowed: boolean; isSaleAllowed?: boolean };
type Page = {
  dataLayer?: unknown[];
  __tcfapi?: Tcf;
  Shopify?: object;
  wp_has_consent?: (category: string) => boolean;
  wp_consent_type?: string;
  wp_fallback_consent_type?: string | false;
  waitfor_consent_hook?: boolean;
};

const recheckMs = 500;
let listeners: Record<string, (event: object) => void> = {};
let cookie = '';

function observe(page: Page) {
  const signals: Signal[] = [];
  const isAnswer: boolean[] = [];
  /** The last word about the two purposes of ads, and its origin. */
  const ads: Record<string, string> = {};
  const said: string[] = [];
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', {
    addEventListener: (name: string, run: (event: object) => void) => {
      listeners[name] = run;
    },
    get cookie() {
      return cookie;
    },
  });
  const look = observeConsent((purpose, isGiven, origin, last) => {
    if (purpose === 'ad_storage') {
      signals.push([isGiven, origin]);
      isAnswer.push(last);
    } else {
      ads[purpose] = isGiven ? 'granted' : 'denied';
      said.push(`${purpose} ${ads[purpose]} ${origin}`);
    }
  });
  // The defaults of the page count after its own script.
  vi.advanceTimersByTime(0);
  return { signals, isAnswer, ads, said, look };
}
beforeEach(() => {
  vi.useFakeTimers();
  listeners = {};
  cookie = '';
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
      expect(answered(answer(given))).toEqual([[purpose1 && (purpose7 || interest7), 'tcf']]);
    },
  );

  it.each(answers)(
    'the answer of a TCF platform gives consent where the GDPR does not apply: $purpose1, $purpose7, $interest7',
    (given) => {
      expect(answered({ ...answer(given), gdprApplies: false })).toEqual([[true, 'tcf']]);
      const { purpose1, purpose7, interest7 } = given;
      expect(answered({ ...answer(given), gdprApplies: undefined })).toEqual([[purpose1 && (purpose7 || interest7), 'tcf']]);
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
    expect(answered({ ...agreed, purpose: undefined })).toEqual([[false, 'tcf']]);
  });

  it('a TCF platform that loads later is observed, with each change', () => {
    const page: Page = {};
    const { signals } = observe(page);
    page.__tcfapi = (_, __, listener) => {
      listener(agreed, true);
      listener(answer({ purpose1: false, purpose7: true, interest7: true }), true);
    };
    vi.advanceTimersByTime(recheckMs);
    expect(signals).toEqual([
      [true, 'tcf'],
      [false, 'tcf'],
    ]);
  });
});

describe('consent_mode', () => {
  const states = ['granted', 'denied', undefined] as const;
  const pairs = states.flatMap((ad_storage) => states.map((ad_user_data) => ({ ad_storage, ad_user_data })));
  const entry = (kind: string, values: object) => ['consent', kind, JSON.parse(JSON.stringify(values))];
  const mode = (isGiven: boolean): Signal[] => [[isGiven, 'consent_mode']];

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
    expect(signals).toEqual([[false, 'tcf']]);
    answer(yes);
    expect(signals).toEqual([
      [false, 'tcf'],
      [true, 'tcf'],
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

const words = ['granted', 'denied', undefined] as const;
const stated = (values: object) => JSON.parse(JSON.stringify(values)) as object;

describe('the two purposes of ads', () => {
  const purposes = both.flatMap((one) =>
    both.flatMap((three) => both.flatMap((four) => both.map((seven) => ({ one, three, four, seven })))),
  );
  const tcData = ({ one, three, four, seven }: (typeof purposes)[number]) => ({
    eventStatus: 'useractioncomplete',
    gdprApplies: true,
    purpose: { consents: { 1: one, 3: three, 4: four, 7: seven } },
  });
  const word = (isGiven: boolean) => (isGiven ? 'granted' : 'denied');

  it.each(purposes)('a TCF platform answers by 1 with 7, and by 3 with 4: %o', (given) => {
    const __tcfapi: Tcf = (_, __, listener) => listener(tcData(given), true);
    const { ads } = observe({ __tcfapi });
    expect(ads).toEqual({ ad_user_data: word(given.one && given.seven), ad_personalization: word(given.three && given.four) });
  });

  it('a TCF platform says nothing of ads where the GDPR does not apply, and neither before the visitor answers', () => {
    const __tcfapi: Tcf = (_, __, listener) => {
      listener({ ...tcData({ one: true, three: true, four: true, seven: true }), eventStatus: 'cmpuishown' }, true);
      listener({ eventStatus: 'tcloaded', gdprApplies: false }, true);
    };
    const { ads, signals } = observe({ __tcfapi });
    expect([ads, signals]).toEqual([{}, [[true, 'tcf']]]);
  });

  const updates = words.flatMap((ad_user_data) => words.map((ad_personalization) => stated({ ad_user_data, ad_personalization })));
  it.each(updates)('an update of consent mode states each purpose alone: %o', (values) => {
    expect(observe({ dataLayer: [['consent', 'update', { ad_storage: 'denied', ...values }]] }).ads).toEqual(values);
  });

  it.each(updates)('a default of consent mode grants each purpose alone, and denies none: %o', (values) => {
    const granted = Object.fromEntries(Object.entries(values).filter(([, value]) => value === 'granted'));
    expect(observe({ dataLayer: [['consent', 'default', values]] }).ads).toEqual(granted);
  });

  const everywhere = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' };
  it.each([
    ['ad_user_data', 'ad_personalization'],
    ['ad_personalization', 'ad_user_data'],
  ])('the strictest default of the regions decides about each purpose: %s', (denied, other) => {
    const dataLayer = [
      ['consent', 'default', everywhere],
      ['consent', 'default', { [denied]: 'denied', region: ['DE'] }],
    ];
    for (const layer of [dataLayer, [...dataLayer].reverse()])
      expect(observe({ dataLayer: [...layer] }).ads).toEqual({ [other]: 'granted' });
  });

  it('a default of ads waits for an update as long as the page says, and for the answer of TCF', () => {
    const waiting = [['consent', 'default', { ...everywhere, wait_for_update: 700 }]];
    const { ads } = observe({ dataLayer: waiting });
    vi.advanceTimersByTime(699);
    expect(ads).toEqual({});
    vi.advanceTimersByTime(1);
    expect(ads).toEqual({ ad_user_data: 'granted', ad_personalization: 'granted' });
    let answer = (_: object) => {};
    const __tcfapi: Tcf = (_, __, listener) => {
      answer = (data) => listener(data, true);
    };
    const beside = observe({ __tcfapi, dataLayer: [['consent', 'default', everywhere]] });
    vi.advanceTimersByTime(5000);
    expect(beside.ads).toEqual({});
    answer(tcData({ one: true, three: true, four: false, seven: true }));
    expect(beside.ads).toEqual({ ad_user_data: 'granted', ad_personalization: 'denied' });
  });

  it('a default that grants ads and is taken back by a stricter one denies them', () => {
    const page: Page = { dataLayer: [['consent', 'default', everywhere]] };
    const { said } = observe(page);
    page.dataLayer?.push(['consent', 'default', { ad_user_data: 'denied', region: ['DE'] }]);
    vi.advanceTimersByTime(1);
    expect(said).toEqual([
      'ad_user_data granted consent_mode',
      'ad_personalization granted consent_mode',
      'ad_user_data denied consent_mode',
    ]);
  });
});

describe("Shopify's Customer Privacy API", () => {
  const shopify = (state: Shopify) => ({
    customerPrivacy: {
      marketingAllowed: () => state.isAllowed,
      saleOfDataAllowed: () => state.isSaleAllowed ?? true,
      currentVisitorConsent: () => ({ marketing: state.marketing, analytics: '', preferences: '', sale_of_data: '' }),
    },
  });
  const ads = (word: string) => ({ ad_user_data: word, ad_personalization: word });

  it.each([
    ['an agreement', { marketing: 'yes', isAllowed: true }, [[true, 'shopify']], true, ads('granted')],
    ['a refusal', { marketing: 'no', isAllowed: false }, [[false, 'shopify']], true, ads('denied')],
    ['no answer where consent is needed', { marketing: '', isAllowed: false }, [], undefined, {}],
    ['no answer where none is needed', { marketing: '', isAllowed: true }, [[true, 'shopify']], false, ads('granted')],
    [
      'an agreement without the sale of data',
      { marketing: 'yes', isAllowed: true, isSaleAllowed: false },
      [[true, 'shopify']],
      true,
      ads('denied'),
    ],
    [
      'the sale of data refused where nothing else is asked',
      { marketing: '', isAllowed: true, isSaleAllowed: false },
      [[true, 'shopify']],
      false,
      ads('denied'),
    ],
  ] as [string, Shopify, Signal[], boolean | undefined, object][])(
    "Shopify's Customer Privacy API states %s",
    (_, state, signals, isAnswer, expected) => {
      const seen = observe({ Shopify: shopify(state) });
      expect([seen.signals, seen.isAnswer[0], seen.ads]).toEqual([signals, isAnswer, expected]);
    },
  );

  it("Shopify's Customer Privacy API is read when it loads later, when the visitor answers, and at each change", () => {
    const page: Page = { Shopify: {} };
    const state: Shopify = { marketing: '', isAllowed: false };
    const { signals, said } = observe(page);
    vi.advanceTimersByTime(5000);
    page.Shopify = shopify(state);
    vi.advanceTimersByTime(recheckMs);
    expect([signals, said]).toEqual([[], []]);
    Object.assign(state, { marketing: 'yes', isAllowed: true });
    listeners.visitorConsentCollected?.({});
    Object.assign(state, { marketing: 'no', isAllowed: false });
    vi.advanceTimersByTime(recheckMs);
    expect(signals).toEqual([
      [true, 'shopify'],
      [false, 'shopify'],
    ]);
    expect(said).toEqual(['granted', 'denied'].flatMap((word) => [`ad_user_data ${word} shopify`, `ad_personalization ${word} shopify`]));
    // A visitor who gives the same answer again has answered after the page.
    listeners.visitorConsentCollected?.({});
    vi.advanceTimersByTime(5000);
    expect(signals).toHaveLength(3);
  });

  it('an incomplete API of Shopify is no answer, and does not end the other platforms', () => {
    const dataLayer: unknown[] = [];
    const { signals } = observe({ dataLayer, Shopify: { customerPrivacy: {} } });
    dataLayer.push(['consent', 'update', { ad_storage: 'granted' }]);
    expect(signals).toEqual([[true, 'consent_mode']]);
  });
});

describe('the WP Consent API', () => {
  /** As `wp_has_consent` of the API's own script. */
  function wordpress(page: Page) {
    page.wp_has_consent = () => {
      const type = page.wp_consent_type ?? page.wp_fallback_consent_type;
      const answer = /wp_consent_marketing=(\w*)/.exec(cookie)?.[1] ?? '';
      return !type || (type.includes('optout') && answer === '') || answer === 'allow';
    };
    return page;
  }
  const ads = (word: string) => ({ ad_user_data: word, ad_personalization: word });

  it.each([
    ['optin', 'allow', [[true, 'wp_consent_api']], true, ads('granted')],
    ['optin', 'deny', [[false, 'wp_consent_api']], true, ads('denied')],
    ['optin', undefined, [], undefined, {}],
    ['optout', 'allow', [[true, 'wp_consent_api']], true, ads('granted')],
    ['optout', 'deny', [[false, 'wp_consent_api']], true, ads('denied')],
    ['optout', undefined, [[true, 'wp_consent_api']], false, ads('granted')],
    [false, undefined, [], undefined, {}],
    [false, 'allow', [], undefined, {}],
  ] as [string | false, string | undefined, Signal[], boolean | undefined, object][])(
    'the WP Consent API is read with the type %s and the answer %s',
    (type, answer, signals, isAnswer, expected) => {
      cookie = answer ? `theme=dark; wp_consent_marketing=${answer}` : 'wp_consent_statistics=allow';
      const seen = observe(wordpress({ wp_fallback_consent_type: type }));
      expect([seen.signals, seen.isAnswer[0], seen.ads]).toEqual([signals, isAnswer, expected]);
    },
  );

  it('the WP Consent API is not read before a script has stated its type', () => {
    const page = wordpress({ wp_fallback_consent_type: 'optout', waitfor_consent_hook: true });
    const { signals } = observe(page);
    vi.advanceTimersByTime(5000);
    expect(signals).toEqual([]);
    page.wp_consent_type = 'optin';
    vi.advanceTimersByTime(recheckMs);
    expect(signals).toEqual([]);
    page.wp_consent_type = 'optout';
    vi.advanceTimersByTime(recheckMs);
    expect(signals).toEqual([[true, 'wp_consent_api']]);
  });

  it('the WP Consent API is read when it loads later, and when the visitor answers', () => {
    const page: Page = {};
    const { signals } = observe(page);
    wordpress(page).wp_consent_type = 'optin';
    vi.advanceTimersByTime(recheckMs);
    expect(signals).toEqual([]);
    cookie = 'wp_consent_marketing=allow';
    listeners.wp_listen_for_consent_change?.({ detail: { marketing: 'allow' } });
    expect(signals).toEqual([[true, 'wp_consent_api']]);
  });
});

describe('several platforms', () => {
  const modeOf = (word: string | undefined) =>
    word ? [['consent', 'update', { ad_storage: word, ad_user_data: word, ad_personalization: word }]] : [];
  const shopifyOf = (word: string | undefined) => ({
    customerPrivacy: {
      marketingAllowed: () => word === 'granted',
      saleOfDataAllowed: () => true,
      currentVisitorConsent: () => ({ marketing: word ? (word === 'granted' ? 'yes' : 'no') : '' }),
    },
  });
  const pairs = words.flatMap((mode) => words.map((shopify) => ({ mode, shopify })));

  it.each(pairs)('of two platforms a refusal counts, then an agreement: %o', ({ mode, shopify }) => {
    const all = [mode, shopify];
    const word = all.includes('denied') ? 'denied' : all.includes('granted') ? 'granted' : undefined;
    const { ads, signals } = observe({ dataLayer: modeOf(mode), Shopify: shopifyOf(shopify) });
    expect(ads).toEqual(word ? { ad_user_data: word, ad_personalization: word } : {});
    expect(signals.at(-1)?.[0]).toBe(word && word === 'granted');
  });
});
