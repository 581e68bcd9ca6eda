import type { Context } from '#shared/aws/context.ts';
import { reconciliationRulesIn } from './store/account-rules.ts';
import { reconciledMonthsIn } from './store/months.ts';
import { reconciliationPartsIn } from './store/parts.ts';
import { previewsIn } from './store/previews.ts';
import { reconciliationsIn } from './store/reconciliations.ts';

export const months = ({ attribution }: Context) => reconciledMonthsIn(attribution());
export const parts = ({ attribution }: Context) => reconciliationPartsIn(attribution());
export const previews = ({ attribution }: Context) => previewsIn(attribution());
export const reconciliationRules = ({ attribution }: Context) => reconciliationRulesIn(attribution());
export const reconciliations = ({ attribution, now }: Context) => reconciliationsIn(attribution(), { now });
