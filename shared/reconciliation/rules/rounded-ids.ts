/**
 * A spreadsheet writes a long number with an exponent, with decimals, or with zeros after its 15 digits. Several orders
 * would share the result, so it is no ID.
 */
export const isRoundedId = (id: string): boolean =>
  /^\d+([.,]\d+)?e\+?\d+$/i.test(id) || /^\d+[.,]0+$/.test(id) || /^[1-9]\d{14}0+$/.test(id);
