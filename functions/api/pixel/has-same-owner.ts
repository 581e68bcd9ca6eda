import type { Click } from '#shared/conversions/rules/attribution.ts';

type Owner = Pick<Click, 'accountId' | 'environment' | 'pixelKey'>;

export const hasSameOwner = (a: Owner, b: Owner) =>
  a.accountId === b.accountId && a.environment === b.environment && a.pixelKey === b.pixelKey;
