import type { IndustryTable } from '../read-industry.ts';

export const projectManagement: IndustryTable = {
  industry: 'software',
  category: 'project management software',
  rows: `
Plankwise            | plankwise.example      | US | en | alive                 | task boards, timelines, workload planning     | Project management software that plans a team's week from the work it really has.
Gantrell             | gantrell.example       | US | en | alive                 | gantt charts, resource planning, portfolios   | Project management for construction and engineering: schedules, resources and portfolios in one plan.
Boardling            | boardling.example      | US | en | alive                 | kanban boards, checklists, automations        | Simple kanban boards and task management for small teams, free for ten people.
Sprintnest           | sprintnest.example     | GB | en | alive                 | sprint boards, roadmaps, retrospectives       | Project management software for agile teams: sprints, roadmaps and retrospectives without the ceremony.
Taskmeridian         | taskmeridian.example   | IE | en | alive                 | task management, time zones, async updates    | Task and project management for teams across time zones, with updates instead of meetings.
Werkplaner           | werkplaner.example     | DE | de | alive                 | Projektplanung, Zeiterfassung, Berichte       | Projektmanagement-Software aus Deutschland: Planung, Zeiterfassung und Berichte, gehostet in Frankfurt.
Milepost HQ          | mileposthq.example     | US | en | alive                 | milestones, client portals, invoicing         | Client project management for agencies: milestones, portals and invoices in one place.
Overstead            | overstead.example      | CA | en | alive                 | roadmaps, goals, dependencies                 | Roadmap and project planning software that shows what every goal depends on.
Fernline             | fernline.example       | NZ | en | alive                 | to-do lists, projects, calendars              | Calm project management software with lists, calendars and no notifications by default.
Kartavya             | kartavya.example       | IN | en | alive                 | task boards, approvals, timesheets            | Project management software with approvals and timesheets for service firms.
Loftkit              | loftkit.example        | NL | en | alive                 | creative briefs, proofing, production plans   | Project management for creative teams: briefs, proofing and production plans.
Quillboard           | quillboard.example     | US | en | alive                 | docs, task boards, forms                      | Project boards and documents side by side, so that plans and their reasons stay together.
Hivemast             | hivemast.example       | SE | en | alive                 | open-source boards, self-hosting, timelines   | Open-source project management software that you can host yourself.
Ganttopia            | ganttopia.example      | US | en | dead                  | gantt charts                                  | Online gantt charts for project managers.
Deskorbit            | deskorbit.example      | US | en | parked                | task lists, team chat                         | Task lists and team chat for remote companies.
Stackhelm            | stackhelm.example      | US | en | walled                | issue tracking, roadmaps                      | Issue tracking and project management for software teams at scale.
Brieflane            | brieflane.example      | NL | en | -> loftkit.example    | creative briefs                               | Creative briefs and approvals, now part of Loftkit.
`,
};
