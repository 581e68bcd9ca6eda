// Slow: it works on much data.
import { createHmac } from 'node:crypto';
import { keyOf } from '#shared/accounts/codes/items.ts';
import { newCode } from '#shared/accounts/codes/rules/codes.ts';
import { type Codes, codesIn, type IssuedCode } from '#shared/accounts/codes/store/codes.ts';
import type { Table } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { lossyEngine } from '#test/store/lossy-engine.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const clock = { now: noon };
let engine: Awaited<ReturnType<typeof lossyEngine>>;
let table: Table;
let codes: Codes;
let comparisons = 0;
beforeAll(async () => {
  const { prefix } = await newWorld();
  engine = await lossyEngine();
  table = engine.table(`${prefix}accounts`);
  const secrets = {
    macs: async (text: string) => {
      comparisons++;
      return [createHmac('sha256', 'key').update(text).digest('hex')];
    },
  };
  codes = codesIn(table, { now: () => clock.now, secrets });
});
afterAll(() => engine.stop());

let addresses = 0;
let ada: string;
beforeEach(() => {
  clock.now = noon;
  ada = `ada${++addresses}@company.example`;
  comparisons = 0;
});

async function issued(purpose: Parameters<Codes['issue']>[0] = 'registration', address = ada) {
  const answer = await codes.issue(purpose, address);
  if ('why' in answer) throw new Error(answer.why);
  comparisons = 0;
  return answer;
}
const wrongOf = ({ code }: IssuedCode) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const here = 'network-a';
const keyOfGuess = (address = ada, ipNetwork = here) => ({
  purpose: 'registration' as const,
  address,
  ipNetwork,
});
const check = (guess: string, address = ada, ipNetwork = here) => codes.check(keyOfGuess(address, ipNetwork), guess);
const outcomes = async (guess: string, times: number) => {
  const seen: string[] = [];
  for (let i = 0; i < times; i++) seen.push((await check(guess)).outcome);
  return seen;
};
const stored = () => table.get(keyOf.code('registration', ada), { consistent: true });

describe('a code', () => {
  it('a code is six digits, each of the million as likely, zeros in front kept', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 100_000; i++) {
      const code = newCode();
      if (!/^\d{6}$/.test(code)) throw new Error(code);
      const digit = Number(code[i % 6]);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(600);
  });

  it('a code stays right until it is used', async () => {
    const { code, generation } = await issued();
    for (let i = 0; i < 12; i++) expect(await check(code)).toMatchObject({ outcome: 'right', generation });
    expect(await codes.use('registration', ada, generation)).toBe(true);
    expect(await check(code)).toMatchObject({ outcome: 'wrong' });
    expect(await codes.use('registration', ada, generation)).toBe(false);
  });

  it('a code is valid at 9:59.999 and expired at 10:00.000, with its item still stored', async () => {
    const { code, generation } = await issued();
    clock.now = noon + 599_999;
    expect(await check(code)).toMatchObject({ outcome: 'right', generation });
    clock.now = noon + 600_000;
    expect(await check(code)).toMatchObject({ outcome: 'expired' });
    expect(await codes.use('registration', ada, generation)).toBe(false);
    expect(await stored()).not.toBeNull();
  });

  it('a code cannot be used after ten minutes though it was found right before', async () => {
    const { code, generation } = await issued();
    clock.now = noon + 599_999;
    expect(await check(code)).toMatchObject({ outcome: 'right' });
    clock.now = noon + 600_000;
    expect(await codes.use('registration', ada, generation)).toBe(false);
  });

  it('the store contains neither a code nor a plain hash of it', async () => {
    const { code } = await issued();
    const text = JSON.stringify(await stored());
    expect(text).toContain('"mac"');
    expect(text.replace(/"(mac|generation|requestId)":"[^"]+"|\d{13}/g, '')).not.toContain(code);
    expect(text).not.toContain(createHmac('sha256', '').update(code).digest('hex'));
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 123456', '123456\n', '١٢٣٤٥٦', '\ud800', '1e5', '+12345', 'x'.repeat(100)])(
    'a code is never %j, which counts as a failure',
    async (guess) => {
      await issued();
      expect(await check(guess)).toMatchObject({ outcome: 'wrong' });
      expect(await stored()).toMatchObject({ tries: 1, failures20261121: 1 });
    },
  );

  it('a code written in full-width digits is another text, and wrong', async () => {
    const { code } = await issued();
    const wide = code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    expect(await check(wide)).toMatchObject({ outcome: 'wrong' });
  });

  it('a code is valid only for its purpose and its address', async () => {
    const { code } = await issued();
    for (const purpose of ['phone', 'reset', 'salesdeck'] as const) {
      expect(await codes.check({ purpose, address: ada, ipNetwork: here }, code)).toMatchObject({
        outcome: 'wrong',
      });
      const other = await issued(purpose);
      if (other.code !== code)
        expect(await codes.check({ purpose, address: ada, ipNetwork: here }, code)).toMatchObject({
          outcome: 'wrong',
        });
    }
    expect(await check(code, 'nobody@company.example')).toMatchObject({ outcome: 'wrong' });
    expect(await check(code)).toMatchObject({ outcome: 'right' });
  });

  it('a code becomes invalid when a newer code is issued, even after a successful check', async () => {
    const first = await issued();
    await check(first.code);
    clock.now += 60_000;
    const second = await issued();
    if (first.code !== second.code) expect(await check(first.code)).toMatchObject({ outcome: 'wrong' });
    expect(await codes.use('registration', ada, first.generation)).toBe(false);
    expect(await check(second.code)).toMatchObject({ outcome: 'right' });
    expect(await codes.use('registration', ada, second.generation)).toBe(true);
  });

  it('a decoy code matches no guess and looks like any other code', async () => {
    const decoy = await codes.issue('registration', ada, { decoy: true });
    if ('why' in decoy) throw new Error(decoy.why);
    const attributes = Object.keys((await stored()) ?? {}).sort();
    expect(await outcomes(decoy.code, 6)).toEqual([...Array(5).fill('wrong'), 'closed']);
    ada += 'x';
    await issued();
    expect(Object.keys((await stored()) ?? {}).sort()).toEqual(attributes);
  });
});

describe('failures of a code', () => {
  it('after five failures of a code, the right code is refused too, with a time to wait', async () => {
    const code = await issued();
    expect(await outcomes(wrongOf(code), 7)).toEqual([...Array(5).fill('wrong'), 'closed', 'closed']);
    clock.now += 1500;
    expect(await check(code.code)).toMatchObject({
      outcome: 'closed',
      left: { remaining: 0, resetSeconds: 599 },
    });
    expect(comparisons).toBe(5);
    clock.now = noon + 600_000;
    expect(await check(code.code)).toMatchObject({ outcome: 'expired' });
  });

  it('after four failures the right code is accepted, as often as it is sent', async () => {
    const code = await issued();
    await outcomes(wrongOf(code), 4);
    expect(await outcomes(code.code, 3)).toEqual(['right', 'right', 'right']);
    expect(await outcomes(wrongOf(code), 2)).toEqual(['wrong', 'closed']);
  });

  it('only five of a thousand parallel guesses are compared', async () => {
    const code = await issued();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => check(wrongOf(code))));
    expect(Map.groupBy(answers, ({ outcome }) => outcome).get('wrong')).toHaveLength(5);
    expect(comparisons).toBe(5);
    expect(await stored()).toMatchObject({ tries: 5, failures20261121: 5 });
    expect(await check(code.code)).toMatchObject({ outcome: 'closed' });
  });

  it('failures are counted exactly when the right code is among the parallel guesses', async () => {
    const code = await issued();
    const guesses = [...Array(3).fill(wrongOf(code)), ...Array(20).fill(code.code)] as string[];
    const answers = await Promise.all(guesses.map((guess) => check(guess)));
    const wrong = answers.filter(({ outcome }) => outcome === 'wrong').length;
    expect(await stored()).toMatchObject({ tries: wrong, failures20261121: wrong });
  });

  it('the remaining failures are those of the code or of the day, whichever is fewer', async () => {
    const all = { remaining: 5, resetSeconds: 600 };
    expect(await check('123456')).toMatchObject({ outcome: 'wrong', left: all });
    const first = await issued();
    clock.now += 1000;
    expect(await check(wrongOf(first))).toMatchObject({ left: { remaining: 4, resetSeconds: 599 } });
    expect(await check(first.code)).toMatchObject({ left: { remaining: 4, resetSeconds: 599 } });
    clock.now = noon + 600_000;
    expect(await check(first.code)).toMatchObject({ outcome: 'expired', left: all });
    for (let i = 0; i < 9; i++) {
      await outcomes(wrongOf(await issued()), 5);
      clock.now += 60_000;
    }
    const last = await issued();
    const allowances: object[] = [];
    for (let i = 0; i < 4; i++) allowances.push((await check(wrongOf(last))).left);
    expect(allowances.slice(0, 3)).toEqual([3, 2, 1].map((remaining) => ({ remaining, resetSeconds: 600 })));
    const untilTomorrow = (Date.parse('2026-11-22T00:00:00Z') - clock.now) / 1000;
    expect(allowances[3]).toEqual({ remaining: 0, resetSeconds: untilTomorrow });
  });

  it('one network has 50 failures per address and day, over any number of codes', async () => {
    const again = () => codes.issue('registration', ada, { ipNetwork: here });
    let last = await issued();
    for (let i = 0; i < 10; i++) {
      expect(await outcomes(wrongOf(last), 5)).toEqual(Array(5).fill('wrong'));
      clock.now += 60_000;
      if (i < 9) last = await issued();
    }
    const secondsToTomorrow = Math.ceil((Date.parse('2026-11-22T00:00:00Z') - clock.now) / 1000);
    expect(await again()).toEqual({ why: 'budget_spent', waitSeconds: secondsToTomorrow });
    const closed = { outcome: 'closed', left: { remaining: 0, resetSeconds: secondsToTomorrow } };
    expect(await check(last.code)).toMatchObject(closed);
    clock.now = Date.parse('2026-11-21T23:59:59.999Z');
    expect(await again()).toEqual({ why: 'budget_spent', waitSeconds: 1 });
    clock.now += 1;
    last = (await again()) as IssuedCode;
    expect(await check(last.code)).toMatchObject({ outcome: 'right' });
    expect(await stored()).toMatchObject({
      failures20261121: 50,
      'failures20261121_network-a': 50,
      failures20261122: 0,
    });
  });

  it('failures from one network leave another network its own failures', async () => {
    for (let i = 0; i < 10; i++) {
      await outcomes(wrongOf(await issued()), 5);
      clock.now += 60_000;
    }
    const { code } = await issued();
    expect(await check(code)).toMatchObject({ outcome: 'closed' });
    expect(await check(code, ada, 'network-b')).toMatchObject({ outcome: 'right', left: { remaining: 5 } });
    expect(await codes.issue('registration', `x${ada}`, { ipNetwork: here })).toHaveProperty('code');
  });

  it('an address has 300 failures a day over all networks, and a reset clears them', async () => {
    const fail = async (ipNetwork: string) => {
      const wrong = wrongOf(await issued());
      await Promise.all(Array.from({ length: 8 }, () => check(wrong, ada, ipNetwork)));
      clock.now += 60_000;
    };
    for (let i = 0; i < 59; i++) await fail(`network-${i}`);
    const last = await issued();
    for (let i = 0; i < 4; i++) await check(wrongOf(last), ada, `other-${i}`);
    expect(await stored()).toMatchObject({ failures20261121: 299 });
    const right = await check(last.code, ada, 'owner');
    if (right.outcome !== 'right') throw new Error(right.outcome);
    expect(right.left.remaining).toBe(1);
    expect(await check(wrongOf(last), ada, 'owner')).toMatchObject({
      outcome: 'wrong',
      left: { remaining: 0 },
      isUnreportedGuessing: true,
    });
    expect(await check(last.code, ada, 'another')).toMatchObject({ outcome: 'closed' });
    clock.now += 60_000;
    expect(await codes.issue('registration', ada)).toMatchObject({ why: 'budget_spent' });
    clock.now -= 60_000;
    await table.transact([codes.usePart('registration', ada, right.generation, right.counters)]);
    const failures = Object.keys((await stored()) ?? {}).filter((name) => name.startsWith('failures'));
    expect(failures).toEqual([]);
    clock.now += 60_000;
    expect(await check((await issued()).code, ada, 'network-1')).toMatchObject({ outcome: 'right' });
  });

  it('used-up failures of a day are reported once a day', async () => {
    const reported = async (guess: string, ipNetwork = here) => (await check(guess, ada, ipNetwork)).isUnreportedGuessing;
    for (let i = 0; i < 9; i++) {
      await outcomes(wrongOf(await issued()), 5);
      clock.now += 60_000;
    }
    const last = await issued();
    const wrong = wrongOf(last);
    const seen: boolean[] = [];
    for (let i = 0; i < 6; i++) seen.push(await reported(wrong));
    expect(seen).toEqual([false, false, false, false, true, true]);
    expect(await reported(wrong, 'network-b')).toBe(false);
    await codes.guessingReported('registration', ada);
    expect(await reported(wrong)).toBe(false);
    expect(await stored()).toMatchObject({ guessingReportedOn: '20261121' });
  });

  it('failures from before yesterday are removed with the next code', async () => {
    const names = async () =>
      Object.keys((await stored()) ?? {})
        .filter((name) => name.startsWith('failures'))
        .sort();
    for (let day = 0; day < 3; day++) {
      await check(wrongOf(await issued()));
      clock.now += 86_400_000;
    }
    const operations = engine.operations.length;
    await issued();
    expect(engine.operations.slice(operations)).toEqual(['UpdateItem', 'UpdateItem']);
    expect(await names()).toEqual(['failures20261123', 'failures20261123_network-a']);
    clock.now += 60_000;
    const second = engine.operations.length;
    await issued();
    expect(engine.operations.slice(second)).toEqual(['UpdateItem']);
  });

  it('failures that were returned before midnight do not count for the next day', async () => {
    clock.now = Date.parse('2026-11-21T23:59:59.999Z');
    const { code } = await issued();
    const ticking = codesIn(table, {
      now: () => clock.now++,
      secrets: {
        macs: async (text) => {
          clock.now += 1000;
          return [createHmac('sha256', 'key').update(text).digest('hex')];
        },
      },
    });
    expect(await ticking.check(keyOfGuess(), code)).toMatchObject({ outcome: 'right' });
    expect(await stored()).toMatchObject({ tries: 0, failures20261121: 0 });
    expect(await stored()).not.toHaveProperty('failures20261122');
  });
});

describe('issuing a code', () => {
  it('issuing is limited to one code a minute, and the previous code stays valid meanwhile', async () => {
    const { code } = await issued();
    clock.now = noon + 59_999;
    expect(await codes.issue('registration', ada)).toMatchObject({ why: 'too_soon', waitSeconds: 1 });
    expect(await check(code)).toMatchObject({ outcome: 'right' });
    clock.now = noon + 60_000;
    await issued();
  });

  it('parallel requests issue one code', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => codes.issue('registration', ada)));
    const [one, ...others] = answers.filter((answer) => 'code' in answer);
    expect(others).toEqual([]);
    expect(await check(one?.code ?? '')).toMatchObject({ outcome: 'right' });
  });

  it('withdrawing a code frees the slot, and the code no longer works', async () => {
    const first = await issued();
    await codes.withdraw('registration', ada, first.generation);
    expect(await check(first.code)).toMatchObject({ outcome: 'wrong' });
    expect(await codes.use('registration', ada, first.generation)).toBe(false);
    const second = await issued();
    await codes.withdraw('registration', ada, first.generation);
    expect(await check(second.code)).toMatchObject({ outcome: 'right' });
  });

  it('a withdrawn code does not reset the failures of the day', async () => {
    const code = await issued();
    await outcomes(wrongOf(code), 5);
    await codes.withdraw('registration', ada, code.generation);
    await issued();
    expect(await stored()).toMatchObject({ tries: 0, failures20261121: 5 });
  });

  it('a repeated request takes over the slot until its code was sent', async () => {
    const options = { requestId: 'r1' };
    const first = await codes.issue('registration', ada, options);
    await codes.issue('registration', ada, options);
    await codes.markSent('registration', ada, 'generation' in first ? first.generation : '');
    const again = await codes.issue('registration', ada, options);
    if ('why' in again) throw new Error(again.why);
    expect(await codes.issue('registration', ada, { requestId: 'r2' })).toMatchObject({ why: 'too_soon' });
    await codes.markSent('registration', ada, again.generation);
    expect(await codes.issue('registration', ada, options)).toMatchObject({ why: 'too_soon' });
    expect(await check(again.code)).toMatchObject({ outcome: 'right' });
  });
});

describe('when the answer of a write is lost and the client sends it again', () => {
  it('a code is issued once and works when the client resends the write', async () => {
    engine.loseAnswerOf('UpdateItem');
    const { code } = await issued();
    expect(await check(code)).toMatchObject({ outcome: 'right' });
  });

  it('a failure counts once when the client resends the write', async () => {
    const code = await issued();
    engine.loseAnswerOf('UpdateItem');
    expect(await check(wrongOf(code))).toMatchObject({ outcome: 'wrong' });
    expect(await stored()).toMatchObject({ tries: 1, failures20261121: 1 });
  });

  it('the fifth failure is compared when the client resends the write', async () => {
    const code = await issued();
    await outcomes(wrongOf(code), 4);
    engine.loseAnswerOf('UpdateItem');
    expect(await check(code.code)).toMatchObject({ outcome: 'right' });
  });

  it('a right code returns its try once when the client resends the write', async () => {
    const code = await issued();
    await outcomes(wrongOf(code), 3);
    const losing = codesIn(table, {
      now: () => clock.now,
      secrets: {
        macs: async (text) => {
          engine.loseAnswerOf('UpdateItem');
          return [createHmac('sha256', 'key').update(text).digest('hex')];
        },
      },
    });
    expect(await losing.check(keyOfGuess(), code.code)).toMatchObject({ outcome: 'right' });
    expect(await stored()).toMatchObject({
      tries: 3,
      failures20261121: 3,
      'failures20261121_network-a': 3,
    });
  });

  it('a transaction that uses up a code reports it as used when the client resends the write', async () => {
    const { generation } = await issued();
    engine.loseAnswerOf('TransactWriteItems');
    const before = engine.operations.length;
    expect(await codes.use('registration', ada, generation)).toBe(true);
    expect(engine.operations.slice(before)).toEqual(['TransactWriteItems', 'TransactWriteItems']);
    expect(await codes.use('registration', ada, generation)).toBe(false);
  });
});
