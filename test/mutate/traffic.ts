import { type Mutation, mutation } from './mutation.ts';

const verdicts = ['traffic/verdicts'];
const interleavings = ['traffic/interleavings'];
const adjustments = ['api/adjustments/adjustments'];

export const trafficMutations: readonly Mutation[] = [
  mutation(
    'a click that was judged before a change of rules keeps its verdict',
    'shared/traffic/judge-clicks.ts',
    'if (hasVerdict(current, signals, verdict)) return current;\n    current',
    'if (signals.length === earlier.length) return current;\n    current',
    interleavings,
  ),
  mutation(
    'a change of rules during a verdict is missed',
    'shared/traffic/judge-clicks.ts',
    'if (rules.trafficVersion === trafficVersion) break;',
    'if (rules.trafficVersion >= trafficVersion) break;',
    interleavings,
  ),
  mutation(
    'an event that counts during a verdict proves nothing',
    'functions/workers/click-verdicts/decide.ts',
    'if (click && (await hasCountedEvent(click, deps))) proven.push(click);',
    'if (click && !(await hasCountedEvent(click, deps))) proven.push(click);',
    interleavings,
  ),
  mutation(
    'clicks whose browsers were not asked for interaction are suspect',
    'functions/workers/click-verdicts/decide.ts',
    'click.facts?.verify ? [click] : []',
    'click.facts ? [click] : []',
    verdicts,
  ),
  mutation(
    'a click is judged a second time for a signal that it has',
    'functions/workers/click-verdicts/decide.ts',
    'facts?.signals?.includes(signal);',
    'facts === undefined;',
    verdicts,
  ),
  mutation(
    'of many clicks at once only the remembered clicks are of the flood',
    'shared/traffic/rules/recent-memory.ts',
    'return clicks;',
    'return clicks.slice(-bounds.most);',
    verdicts,
  ),
  mutation(
    'of many clicks with one ID only the stored clicks are judged',
    'shared/traffic/store/recent-clicks.ts',
    'if (after.join() === before.join()) return clicks;',
    'clicks.splice(0, clicks.length - bounds.most); if (after.join() === before.join()) return clicks;',
    verdicts,
  ),
  mutation(
    'each batch sends the clicks of a flood again',
    'shared/traffic/find-candidates.ts',
    'const newIds = ids.filter((sid) => !earlier?.has(sid));',
    'const newIds = ids.filter((sid) => !earlier?.has(sid) || sid);',
    verdicts,
  ),
  mutation(
    'an adjustment that was stored before its request died stays pending',
    'shared/adjustments/projection.ts',
    "after?.kind === 'pending_adjustments' ?",
    "after?.kind === 'pending_adjustment' ?",
    adjustments,
  ),
  mutation(
    'a key of one pixel withdraws what others left',
    'shared/adjustments/store/adjustments.ts',
    '.filter((adjustment) => !pixelKey || adjustment.pixelKey === pixelKey)',
    '.filter((adjustment) => !pixelKey || adjustment.pixelKey !== "")',
    adjustments,
  ),
];
