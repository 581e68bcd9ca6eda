import { isPlain } from '#shared/values/plain-text.ts';

const place = '{order_id}';
export const defaultIdTemplate = `order_created:${place}`;
export const maxEventId = 256;

export const isIdTemplate = (template: string): boolean =>
  template.split(place).length === 2 && !template.endsWith(':') && template.length <= 200 && isPlain(template);

export const eventIdOf = (template: string, orderId: string): string => template.replace(place, () => orderId);

/**
 * A spreadsheet writes a long number with an exponent, with decimals, or with zeros after its 15 digits. Several orders
 * would share the result, so it is no ID.
 */
export const isRoundedId = (id: string): boolean =>
  /^\d+([.,]\d+)?e\+?\d+$/i.test(id) || /^\d+[.,]0+$/.test(id) || /^[1-9]\d{14}0+$/.test(id);
