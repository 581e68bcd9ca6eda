// ISO 4217 lists the currencies whose smallest unit is not a hundredth (List One of 2024-06-25). Intl follows another
// list: for display, it has no decimals for 17 currencies that have two or three, such as HUF and IQD.
const digitsByCurrencies = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const digitsOf = new Map(
  Object.entries(digitsByCurrencies).flatMap(([digits, currencies]) => currencies.split(' ').map((currency) => [currency, Number(digits)])),
);

export const minorUnitDigits = (currency: string): number => digitsOf.get(currency) ?? 2;

/** Intl lists currencies in use, but no codes of funds. */
const fundCodes = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED'.split(' ');
const currencyCodes = new Set([...Intl.supportedValuesOf('currency'), ...fundCodes]);

export const isCurrency = (code: string): boolean => currencyCodes.has(code);
