import { isJudged, judgedFrom, rejudged, staffOfDay } from '#shared/reclassification/rules/rejudge.ts';

const click = (signals: string[], network?: string) => ({ facts: { signals, ...(network && { network }) } }) as never;
const signalsOf = (signals: string[], staff: string[] | null, network?: string) =>
  rejudged(click(signals, network), { rulesOff: [] }, staff && new Set(staff)).signals.toSorted();

it.each<[string, string[], string[] | null, string | undefined, string[]]>([
  ['a network that became one of the staff', [], ['n1'], 'n1', ['internal_network']],
  ['a network that is no longer one of the staff', ['internal_network'], ['n2'], 'n1', []],
  ['a network that stays one of the staff', ['internal_network'], ['n1'], 'n1', ['internal_network']],
  ['a click without a network, which keeps its signal', ['internal_network'], ['n1'], undefined, ['internal_network']],
  ['a day without a key, whose clicks keep their signals', ['internal_network'], null, 'n1', ['internal_network']],
  ['a network that the staff never had', [], ['n2'], 'n1', []],
  ['another signal, which stays', ['webdriver', 'internal_network'], ['n2'], 'n1', ['webdriver']],
])('the signals of %s', (_, signals, staff, network, expected) => {
  expect(signalsOf(signals, staff, network)).toEqual(expected);
});

it('a click of the staff is internal, and judged once', () => {
  const judged = rejudged(click([], 'n1'), { rulesOff: [] }, new Set(['n1']));
  expect(judged.verdict.traffic).toBe('internal');
  const facts = { signals: judged.signals, ...judged.verdict };
  expect(isJudged({ facts } as never, judged)).toBe(true);
  for (const other of [{ traffic: 'bot' }, { trafficRule: 'other' }, { signals: [] }])
    expect(isJudged({ facts: { ...facts, ...other } } as never, judged)).toBe(false);
});

it('the staff of a day are the hashes of their networks, or unknown without a key', () => {
  const hash = (accountId: number, network: string) => `${accountId} ${network}`;
  const staff = staffOfDay(['192.0.2.0/24', '198.51.100.0/23'], 7, hash);
  expect(staff?.size).toBe(3);
  for (const name of staff ?? []) expect(name).toMatch(/^7 (192\.0\.2|198\.51\.10[01])\./);
  expect(staffOfDay(['192.0.2.0/24'], 7, null)).toBeNull();
});

it('the earlier traffic of a click is that before this application alone', () => {
  expect(judgedFrom({ judged: 'a1 bot' }, 'a1')).toBe('bot');
  expect(judgedFrom({ judged: 'a1 bot' }, 'a2')).toBeUndefined();
  expect(judgedFrom({}, 'a1')).toBeUndefined();
});
