import { items } from '#functions/items.ts';
import type { ItemKind } from '#shared/store/item-kinds.ts';

const forms = Object.values<ItemKind>(items).flatMap(({ forms: formsOfKind = {} }) => Object.entries(formsOfKind));
export const declaredContents = new Set(forms.map(([content]) => content));

/** Kinds of items that hold the same content declare the same form. */
export function declaredForm(content: string): number {
  const numbers = new Set(forms.filter(([name]) => name === content).map(([, form]) => form));
  const [form] = numbers;
  if (form === undefined || numbers.size > 1) throw new Error(`The kinds of items declare ${numbers.size} forms of ${content}.`);
  return form;
}
