// Slow: it builds the cloud's template or bundles.
import { checkStageLimits, quotaNeeds, requestsToAws } from '#lib/cloud/limits/requests-to-aws.ts';
import { firstQuotas, stageLimits } from '#lib/cloud/limits/stage-limits.ts';
import { service } from '#lib/cloud/service-description.ts';
import { stages } from '#lib/cloud/stages.ts';
import { stageNamed, synthesised } from './synthesised.ts';

const prod = stageNamed('prod');
const at = (requests: number) => ({
  ...prod,
  peakRequestsPerSecond: { conversions: requests, pixel: requests, api: 2000 },
});

describe('the limits of a stage', () => {
  it('the limits of a stage keep one execution for ten requests a second, since Lambda takes no more of each', () => {
    expect(stageLimits(prod).reserved).toEqual({ conversions: 200, pixel: 200 });
    expect(stageLimits(at(10_000)).reserved).toEqual({ conversions: 1000, pixel: 1000 });
    expect(stageLimits(at(10_001)).reserved.conversions).toBe(1001);
  });

  it('the limits of a stage ask for an account with at least 100 executions more than all that are kept', () => {
    for (const requests of [1, 100, 2000, 10_000]) {
      const { executions, reserved } = stageLimits(at(requests));
      const kept = Object.values(reserved).reduce((sum, one) => sum + one, 0);
      expect(executions).toBeGreaterThanOrEqual(kept + 100);
    }
  });

  it('the limits of a stage are those of a new account, for every stage that is deployed', () => {
    for (const stage of stages) expect(() => checkStageLimits(stage)).not.toThrow();
  });

  it('the limits of a stage are refused at synth where the account has less, in words that name the quota and the number', () => {
    expect(() => synthesised(service, at(10_000))).toThrow(
      /prod: This stage needs a quota of 2,\d{3} \(lambda: Concurrent executions\).*dynamodb: Table-level write/,
    );
    const needs = quotaNeeds(at(10_000));
    const granted = Object.fromEntries(needs.map(({ quota, needed }) => [quota, needed]));
    const attribution = { writeUnitsPerSecond: 200_000, readUnitsPerSecond: 100_000 };
    expect(() =>
      checkStageLimits({ ...at(10_000), quotas: { ...firstQuotas, ...granted }, warmThroughput: { attribution } }),
    ).not.toThrow();
    const few = { ...firstQuotas, mailsPerSecond: 1 };
    expect(() => checkStageLimits({ ...prod, quotas: few })).toThrow('ses: Sending rate');
  });

  it('the limits of a stage follow its events too: a peak of batches that a table does not take is refused at synth', () => {
    const units = (conversions: number, pixel = 2000) =>
      stageLimits({ ...prod, peakEventsPerSecond: { conversions, pixel } }).tables.attribution.writeUnits;
    expect(units(0)).toBe(units(2000));
    expect(units(3000) - units(2000)).toBe(3100);
    expect(units(2000, 3000) - units(2000)).toBe(1100);
    const ofBatches = { ...prod, peakEventsPerSecond: { conversions: 200_000, pixel: 2000 } };
    expect(() => synthesised(service, ofBatches)).toThrow(/needs a quota of 6\d\d,\d{3} \(dynamodb: Table-level write/);
    const closed = { ...prod, peakRequestsPerSecond: { conversions: 0, pixel: 0, api: 0 } };
    expect(stageLimits(closed).tables.attribution.writeUnits).toBe(0);
  });

  it('the limits of a stage are refused at synth where a new table does not take the peak, in words that name the setting', () => {
    const { writeUnits } = stageLimits(prod).tables.attribution;
    const warm = (writeUnitsPerSecond: number) => ({
      ...prod,
      warmThroughput: { attribution: { writeUnitsPerSecond, readUnitsPerSecond: 20_000 } },
    });
    expect(() => synthesised(service, { ...prod, warmThroughput: {} })).toThrow(
      `does not take the peak on its first day: set \`warmThroughput: { attribution: { writeUnitsPerSecond: ${writeUnits}, readUnitsPerSecond: `,
    );
    expect(() => checkStageLimits(warm(writeUnits - 1))).toThrow('The table attribution does not take the peak');
    expect(() => checkStageLimits(warm(writeUnits))).not.toThrow();
    const few = { attribution: { writeUnitsPerSecond: 40_000, readUnitsPerSecond: 12_000 } };
    expect(() => checkStageLimits({ ...prod, warmThroughput: few })).toThrow('The table attribution does not take the peak');
  });

  it('the limits of a stage are a list of requests to AWS: only what a new account does not have', () => {
    expect(requestsToAws(prod)).not.toContain('request-service-quota-increase');
    const text = requestsToAws(at(10_000));
    expect(text).toContain('--service-code lambda --desired-value 2');
    expect(text).toContain("QuotaName=='Table-level write throughput limit'");
    expect(text).not.toContain('--service-code ses');
    const verdicts = (of: string) =>
      Object.fromEntries([...of.matchAll(/^\| (\w+): .* \| ([a-z ]+) \|$/gm)].map(([, name, verdict]) => [name, verdict]));
    const quotas = ['lambda', 'dynamodb', 'ses', 'apigateway'];
    expect(verdicts(requestsToAws(prod))).toEqual(Object.fromEntries(quotas.map((name) => [name, 'enough'])));
    const needs = quotaNeeds(at(10_000));
    expect(verdicts(text)).toEqual(
      Object.fromEntries(needs.map(({ service: name, needed, first }) => [name, needed > first ? 'request it' : 'enough'])),
    );
    expect(text).toContain('warmThroughput: { attribution: { writeUnitsPerSecond: ');
  });

  it('the limits of a stage let one address send what the stage takes, and a closed stage nothing', () => {
    const limitsOf = (stage: typeof prod) =>
      Object.fromEntries(
        synthesised(service, stage)
          .ofType('WAFv2::WebACL')
          .filter(({ properties }) => properties.Scope === 'CLOUDFRONT')
          .flatMap(({ properties }) => properties.Rules)
          .map(({ Name, Statement }) => [Name, Statement.RateBasedStatement.Limit]),
      );
    expect(limitsOf(prod)).toEqual({
      'conversions-without-key': 1000,
      conversions: 600_000,
      pixel: 30_000,
    });
    const closed = { ...stageNamed('dev'), peakRequestsPerSecond: { conversions: 0, pixel: 0, api: 0 } };
    const stack = synthesised(service, closed);
    const reserved = stack.ofType('Lambda::Function').flatMap(({ properties }) => properties.ReservedConcurrentExecutions ?? []);
    expect(reserved).toEqual([0, 0]);
    // AWS accepts no rule below ten requests.
    expect(limitsOf(closed)).toEqual({ 'conversions-without-key': 10, conversions: 10, pixel: 10 });
  });
});
