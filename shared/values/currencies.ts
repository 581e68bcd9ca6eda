// ISO 4217 lists the currencies whose smallest unit is not a hundredth.
const without = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const thousandths = 'BHD IQD JOD KWD LYD OMR TND';

export function minorUnitDigits(currency: string): number {
  if (currency.length === 3 && without.includes(currency)) return 0;
  return currency.length === 3 && thousandths.includes(currency) ? 3 : 2;
}
