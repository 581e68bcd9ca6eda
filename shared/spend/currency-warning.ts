import type { SpendWarning } from './rules/lost-ids.ts';
import type { SpendImport, SpendOrder } from './rules/spend-imports.ts';
import type { SpendDay } from './rules/spend-rows.ts';
import type { SpendImports } from './store/spend-imports.ts';

const maxImports = 50;

/** No network changes the currency of an ad account, so the rows may be of another account. */
export async function currencyWarnings(
  { accountId, environment, network, adAccount }: SpendOrder,
  days: readonly Pick<SpendDay, 'currency'>[],
  { spendImports }: { spendImports: Pick<SpendImports, 'page'> },
): Promise<SpendWarning[]> {
  const page = { before: undefined, limit: maxImports };
  const { imports } = await spendImports.page(accountId, environment, page);
  const ofAccount = imports.filter(
    (earlier) => earlier.status === 'completed' && earlier.network === network && earlier.adAccount === adAccount,
  );
  const [storedCurrencies = []] = ofAccount.map(currenciesOf).filter((all) => all.length > 0);
  const added = [...new Set(days.map(({ currency }) => currency))].filter((currency) => !storedCurrencies.includes(currency));
  if (storedCurrencies.length === 0 || added.length === 0) return [];
  const message = `The ad account ${adAccount} was in ${storedCurrencies.join(', ')} until now, and these rows are in ${added.join(', ')}. A network does not change the currency of an account: name another account if it is one`;
  return [{ code: 'currency_changed', fields: ['currency'], message }];
}

function currenciesOf({ difference: { byCurrency = [] }, currency }: SpendImport): string[] {
  const after = byCurrency.filter((change) => change.after !== '0').map((change) => change.currency);
  return after.length > 0 || currency === null ? after : [currency];
}
