const text = (value: unknown, most: number) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value).slice(0, most) : undefined;
const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export const kinds = ['user', 'conversation', 'image'] as const;
export type Kind = (typeof kinds)[number];
export type TraceSearch = { q?: string; kind?: Kind };
export const traceSearch = ({ q, kind }: Record<string, unknown>): TraceSearch =>
  withoutUndefined({ q: text(q, 200), kind: kinds.find((choice) => choice === kind) });

export type AuditSearch = { user?: number; action?: string };
export const auditSearch = ({ user, action }: Record<string, unknown>): AuditSearch => {
  const id = Number(user);
  const isAction = typeof action === 'string' && /^[a-z]+(_[a-z]+)*$/.test(action);
  return withoutUndefined({
    user: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    action: isAction ? action.slice(0, 60) : undefined,
  });
};

export type LicenceSearch = { key?: string };
export const licenceSearch = ({ key }: Record<string, unknown>): LicenceSearch => withoutUndefined({ key: text(key, 100) });

export type TaskSearch = { task?: string };
export const taskSearch = ({ task }: Record<string, unknown>): TaskSearch => withoutUndefined({ task: text(task, 100) });

export type QueueSearch = { queue?: string };
export const queueSearch = ({ queue }: Record<string, unknown>): QueueSearch =>
  withoutUndefined({ queue: typeof queue === 'string' && /^[a-z_-]{1,40}$/.test(queue) ? queue : undefined });
