// Slow: it works on much data.
import { enough } from '#shared/funnels/rules/funnel.ts';
import { isNight } from '#test/kit/tier.ts';
import { faults, findingsOf, healthyShop, measuredRates, type Rates } from './simulated-shops.ts';

// The thresholds were tuned on seeds 1 to 4.
const seed = 77;

describe('findings on simulated shops', () => {
  let rates: Rates;
  beforeAll(() => {
    rates = measuredRates({ seed, shops: isNight ? 2000 : 300, perFault: isNight ? 200 : 30 });
  });

  it('findings on simulated shops are seldom wrong: at most 2 % of healthy shops have a critical one, at most 5 % a warning', () => {
    expect(rates.critical).toBeLessThanOrEqual(0.02);
    expect(rates.warning).toBeLessThanOrEqual(0.05);
  });

  it.each(faults.map(({ name }) => name))('findings on simulated shops find in 95 of 100 shops: %s', (name) => {
    expect(rates.faults.find((fault) => fault.name === name)?.found).toBeGreaterThanOrEqual(0.95);
  });

  it('findings on simulated shops have evidence: facts, and a message with what to do', () => {
    for (let i = 0; i < 50; i++)
      for (const { code, facts, message } of findingsOf(healthyShop(i))) {
        if (code !== 'no_data') expect(Object.keys(facts).length).toBeGreaterThan(0);
        expect(message.length).toBeGreaterThan(enough);
      }
  });

  it('findings on simulated shops are the same on every run', () => {
    expect(healthyShop(7).counters).toEqual(healthyShop(7).counters);
  });
});
