import type { Session } from '#shared/domain/attribution.ts';

type Owner = Pick<Session, 'accountId' | 'environment' | 'pixelKey'>;

export const hasSameOwner = (a: Owner, b: Owner) =>
  a.accountId === b.accountId && a.environment === b.environment && a.pixelKey === b.pixelKey;
