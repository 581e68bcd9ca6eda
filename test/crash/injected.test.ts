import { existsSync } from 'node:fs';
import * as accountsByOperators from '#functions/api/operators/accounts/endpoints.ts';
import * as operatorPeople from '#functions/api/operators/people/endpoints.ts';
import { endpoints, groups } from '#functions/groups.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { guardOf, guards, isGuard } from './guards.ts';
import { crashTests, readInjected } from './injected.ts';

const injected = readInjected();

/** Operations that are no GET and have no crash test of their own, with the reason. */
const without: Record<string, readonly string[]> = {
  'It writes nothing, or a counter of a limit alone.': ['checkEmail', 'logout', 'previewRepair', 'callMcp'],
  'It is one conditional write that repeats.': ['confirmAccountRecovery', 'replayWebhookDelivery'],
  'It writes an entry of the activity log or of the audit, and then what is listed asks a queue or signs a link.': [
    'createUpload',
    'redriveKeptEffects',
  ],
  'Its flow is that of adjustEvents.': ['adjustEvent'],
  'Its flow is that of sendConversion.': ['sendChannelEvents'],
  'Its flow is that of signInWithIdp.': ['exchangeIdpCode'],
  'Its flow is that of declineInvitation.': ['declineInvitationByLink'],
  'Its flow is that of sendMissingOrders.': ['adjustOrderValues', 'voidDoubles'],
  'Its flow is that of generateAdPrompt.': ['generateTemplatePrompt'],
  'Its flow is that of the job startReports.': ['runAssistantReports'],
};

describe('the list of injected crashes (npm test -- --crashes)', () => {
  it('has each operation that writes, or the reason why none is injected', () => {
    const done = new Set(injected.flatMap(({ does }) => does));
    const writes = endpoints.filter(({ method }) => method !== 'GET').map(({ id }) => id);
    const excused = Object.values(without).flat();
    expect(writes.filter((id) => !done.has(id) && !excused.includes(id))).toEqual([]);
    expect(excused.filter((id) => done.has(id) || !writes.includes(id as (typeof writes)[number]))).toEqual([]);
  });

  it('has each crash test, and none that is gone', () => {
    const files = new Set(injected.map(({ test }) => test));
    expect(crashTests().filter((path) => !files.has(path))).toEqual([]);
    expect([...files].filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has every fault by day of what guards money, access and erasure', () => {
    const { accounts, keys, billing, credits, licences, privacy, prompts } = groups;
    const ofGuards = { ...accounts, ...keys, ...billing, ...credits, ...licences, ...privacy, ...prompts };
    const guarded: AnyEndpoint[] = [...Object.values(ofGuards), ...Object.values(operatorPeople), ...Object.values(accountsByOperators)];
    const [byAll, byGuards] = [injected, injected.filter(({ test }) => isGuard(test))].map(
      (some) => new Set(some.flatMap(({ does }) => does)),
    );
    const less = guarded.map(({ id }) => id).filter((id) => byAll?.has(id) && !byGuards?.has(id));
    // An export reads, and can be ordered again.
    expect(less).toEqual(['exportAccount']);
    const files = new Set(injected.map(({ test }) => guardOf(test)));
    expect(guards.filter((name) => !files.has(name))).toEqual([]);
  });

  it('has the calls of each', () => {
    expect(injected.filter(({ does, calls }) => does.length === 0 || calls.length === 0)).toEqual([]);
  });
});
