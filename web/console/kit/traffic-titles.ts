export const trafficTitles = {
  human: 'People',
  bot: 'Bots',
  preview: 'Previews',
  internal: 'Your staff',
  suspect: 'Suspect',
  unknown: 'No verdict',
} as const;

export const trafficTitle = (traffic: string): string => (trafficTitles as Record<string, string>)[traffic] ?? traffic;
