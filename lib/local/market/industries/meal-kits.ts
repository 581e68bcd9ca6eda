import type { IndustryTable } from '../read-industry.ts';

export const mealKits: IndustryTable = {
  industry: 'food',
  category: 'meal kits',
  rows: `
Thymecrate           | thymecrate.example     | US | en | alive                 | weekly meal kits, family boxes, add-ons       | Weekly meal kits with four new recipes that cook in thirty minutes.
Ladle & Larder       | ladleandlarder.example | GB | en | alive                 | recipe boxes, slow cooker kits                | Recipe boxes for people who like one pot: slow cooker and casserole meal kits.
Verdana Kitchen      | verdanakitchen.example | US | en | alive                 | vegan meal kits, smoothies                    | Plant-based meal kits delivered weekly, organic where it matters.
Supperloft           | supperloft.example     | US | en | alive                 | dinner kits for two, wine pairings            | Meal kits for two with a wine to match, no subscription needed.
Kochbeutel           | kochbeutel.example     | DE | de | alive                 | Kochboxen, Familienboxen                      | Kochboxen mit regionalen Zutaten und Rezepten für jede Woche.
Spicewagon           | spicewagon.example     | US | en | alive                 | Indian meal kits, spice kits                  | Meal kits for home-cooked Indian dinners with measured spices and fresh produce.
Tiffinloop           | tiffinloop.example     | IN | en | alive                 | regional meal kits, lunch boxes               | Regional Indian meal kits and lunch boxes, ready to cook in fifteen minutes.
Harborfork           | harborfork.example     | US | en | alive                 | seafood meal kits, chowder kits               | Seafood meal kits from day boats, with recipes that even beginners get right.
Nordmad              | nordmad.example        | DK | en | alive                 | Nordic meal kits, bread kits                  | Nordic meal kits with little meat, a lot of roots and proper bread.
Prairiepan           | prairiepan.example     | CA | en | alive                 | family meal kits, freezer kits                | Family meal kits for four to six people, with freezer kits for busy weeks.
Keenbowl             | keenbowl.example       | AU | en | alive                 | high-protein meal kits, macro plans           | High-protein meal kits that fit your training plan, macros printed on each card.
Wokcraft             | wokcraft.example       | GB | en | alive                 | Asian meal kits, sauces                       | Stir-fry and noodle meal kits with sauces made from scratch.
Panfare              | panfare.example        | US | en | dead                  | dinner kits                                   | Dinner kits with one pan to wash.
Gatherplate          | gatherplate.example    | US | en | parked                | party meal kits                               | Meal kits for dinner parties of eight.
Rootcellar Direct    | rootcellardirect.example | US | en | walled              | farm meal kits, produce boxes                 | Farm-direct meal kits and produce boxes in the Midwest.
Simmerly             | simmerly.example       | GB | en | -> ladleandlarder.example | soup kits                                 | Soup and stew kits, now part of Ladle & Larder.
`,
};
