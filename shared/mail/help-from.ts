export const helpFrom = (supportEmail: string): string =>
  supportEmail ? `contact our support team (${supportEmail})` : 'ask the operator of this service for help';
