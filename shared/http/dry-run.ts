import type * as z from 'zod';
import { fromWire } from '#shared/store/attribute-values.ts';
import { inDryRun, type Plan } from '#shared/store/dry-run.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { Would } from './dry-run-fields.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { takesDryRun } from './request-body.ts';
import { unwrapped } from './unwrapped.ts';

/** These endpoints calculate the effect of a dry run themselves, because the work takes longer than a request. */
export const countsItself = ({ body }: Pick<AnyEndpoint, 'body'>): boolean =>
  body !== undefined && 'dry_run' in ((unwrapped(body) as z.ZodObject).shape ?? {});

export const isTrial = (endpoint: AnyEndpoint, body: unknown): boolean =>
  takesDryRun(endpoint) && !countsItself(endpoint) && (body as { dry_run?: boolean } | null | undefined)?.dry_run === true;

export async function tried<T>(work: () => Promise<T>): Promise<{ result: T; would: Would }> {
  const { result, plan } = await inDryRun(work);
  return { result, would: wouldOf(plan) };
}

type Written = {
  table: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

function wouldOf({ items, effects }: Plan): Would {
  const written = [...items.values()].map(
    ({ table, before, after }): Written => ({
      table,
      before: before && fromWire(before),
      after: after && fromWire(after),
    }),
  );
  const isChanged = ({ before, after }: Written) => JSON.stringify(before) !== JSON.stringify(after);
  const [audited, others] = [written.filter(isAudit), written.filter((change) => !isAudit(change) && isChanged(change))];
  const entries = new Map(audited.map(({ after }) => [after?.id, after]));
  return {
    actions: [...entries.values()].flatMap((entry) => actionOf(entry ?? null)),
    items: countByName(others, ({ table, before, after }) => ({
      table,
      kind: String(after?.kind ?? before?.kind ?? 'item'),
      change: before === null ? ('create' as const) : after === null ? ('remove' as const) : ('update' as const),
    })),
    effects: countByName([...others.flatMap(effectsOf), ...effects], ({ kind, name }) => ({ kind, name })),
  };
}

const isAudit = ({ after }: Written) => after?.kind === 'audit';

function actionOf(entry: Record<string, unknown> | null): Would['actions'] {
  if (!entry) return [];
  const { action, userId, details } = entry as {
    action: string;
    userId: AccountId | null;
    details: Record<string, unknown>;
  };
  return [{ action, user_id: userId, details }];
}

function effectsOf({ before, after }: Written): { kind: string; name: string }[] {
  const text = after?.effects;
  if (typeof text !== 'string' || text === before?.effects) return [];
  const effects = JSON.parse(text) as { kind: string; template?: string; job?: string }[];
  return effects.map(({ kind, template, job }) => ({ kind, name: template ?? job ?? kind }));
}

function countByName<T, N extends object>(list: readonly T[], nameOf: (entry: T) => N): (N & { count: number })[] {
  const groups = Map.groupBy(list, (entry) => JSON.stringify(nameOf(entry)));
  return [...groups].map(([name, group]) => ({ ...(JSON.parse(name) as N), count: group.length }));
}
