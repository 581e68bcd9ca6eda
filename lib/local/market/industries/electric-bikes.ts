import type { IndustryTable } from '../read-industry.ts';

export const electricBikes: IndustryTable = {
  industry: 'bicycles',
  category: 'electric bikes',
  rows: `
Voltgrove            | voltgrove.example      | US | en | alive                 | commuter e-bikes, cargo e-bikes, batteries    | Electric bikes for commuters: belt drive, removable battery, delivered built.
Pedalwatt            | pedalwatt.example      | US | en | alive                 | folding e-bikes, city e-bikes                 | Folding electric bikes that fit under a desk and climb every hill on the way there.
Haulbird             | haulbird.example       | US | en | alive                 | cargo e-bikes, child seats, racks             | Cargo electric bikes that carry two children and the shopping, with a ten-year frame.
Rijnrad              | rijnrad.example        | NL | en | alive                 | city e-bikes, step-through e-bikes            | Dutch step-through electric bikes with everything included: lock, lights, racks and service at home.
Stromspeiche         | stromspeiche.example   | DE | de | alive                 | E-Bikes, Lastenräder, Akkus                   | E-Bikes und Lastenräder aus Leipzig mit Akkus, die man reparieren kann.
Ridgecurrent         | ridgecurrent.example   | US | en | alive                 | electric mountain bikes, trail e-bikes        | Electric mountain bikes with natural-feeling motors and batteries for a whole day out.
Fjellsykkel Elektro  | fjellelektro.example   | NO | en | alive                 | winter e-bikes, studded tyres, fat e-bikes    | Electric bikes for winter: studded fat tyres and batteries that like the cold.
Amblewheel           | amblewheel.example     | GB | en | alive                 | electric tricycles, easy-step e-bikes         | Easy-step electric bikes and tricycles for riders who value balance over speed.
Chainless Co.        | chainlessco.example    | GB | en | alive                 | belt-drive e-bikes, subscriptions             | Electric bikes by subscription: belt drive, theft cover and repairs in one monthly price.
Bijliride            | bijliride.example      | IN | en | alive                 | electric bicycles, conversion kits            | Electric bicycles and conversion kits for Indian roads, with service in forty cities.
Coastline Ebikes     | coastlineebikes.example | AU | en | alive                | beach cruisers, fat e-bikes                   | Electric beach cruisers and fat-tyre bikes with rust-proof parts.
Maplespoke           | maplespoke.example     | CA | en | alive                 | commuter e-bikes, winter kits                 | Commuter electric bikes with fenders, winter kits and a dealer in every province.
Ampvelo              | ampvelo.example        | US | en | dead                  | road e-bikes                                  | Light electric road bikes.
Wattshed             | wattshed.example       | US | en | parked                | used e-bikes                                  | Used and refurbished electric bikes.
Torquefield          | torquefield.example    | US | en | walled                | high-power e-bikes, off-road e-bikes          | High-torque electric bikes for farms, hunting and work off the road.
Foldspark            | foldspark.example      | US | en | -> pedalwatt.example  | folding e-bikes                               | Folding electric bikes, now part of Pedalwatt.
`,
};
