/**
 * A spreadsheet writes a long number with an exponent, with decimals, or with zeros after its 15 digits. What is left is
 * no ID: several orders would share it.
 */
export const isRoundedId = (id: string): boolean =>
  /^\d+([.,]\d+)?e\+?\d+$/i.test(id) || /^\d+[.,]0+$/.test(id) || /^[1-9]\d{14}0+$/.test(id);
