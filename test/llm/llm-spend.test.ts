import { type LlmSpend, llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import { newWorld } from '#test/kit/harness.ts';
import { lossyEngine } from '#test/store/lossy-engine.ts';

const clock = { now: 0 };
let engine: Awaited<ReturnType<typeof lossyEngine>>;
let spend: LlmSpend;
beforeAll(async () => {
  const { prefix } = await newWorld();
  engine = await lossyEngine();
  spend = llmSpendIn(engine.table(`${prefix}analysis`), { now: () => clock.now });
});
afterAll(() => engine.stop());
let hours = 0;
beforeEach(() => {
  clock.now = Date.parse('2026-11-21T12:00:00Z') + ++hours * 3_600_000;
});

describe('what models cost in an hour', () => {
  it('what models cost in an hour is the sum of calls, also side by side', async () => {
    expect(await spend.thisHour()).toEqual({ micros: 0, resetSeconds: 3600 });
    await Promise.all(Array.from({ length: 60 }, (_, i) => spend.add(`call_${i}`, 100 + i)));
    expect((await spend.thisHour()).micros).toBe(60 * 100 + (59 * 60) / 2);
  });

  it('what models cost in an hour counts a call once when the answer of its write is lost', async () => {
    await spend.add('call_a', 500);
    engine.loseAnswerOf('UpdateItem');
    await spend.add('call_b', 700);
    expect((await spend.thisHour()).micros).toBe(1200);
  });

  it('what models cost in an hour is of an hour of the clock', async () => {
    clock.now += 3_599_999;
    await spend.add('call_a', 500);
    expect(await spend.thisHour()).toEqual({ micros: 500, resetSeconds: 1 });
    clock.now += 1;
    expect(await spend.thisHour()).toEqual({ micros: 0, resetSeconds: 3600 });
    hours++;
  });
});
