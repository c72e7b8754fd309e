import { createRandom } from '../random.ts';
import { countries } from '../words/people.ts';
import { arrayOf, date, money, type TableRows } from './rows.ts';

export const EMPLOYEES = 120;

const DAY = 86_400_000;
const departments = [
  { name: 'Sales', title: 'Account manager', skills: ['negotiation', 'english', 'excel'] },
  { name: 'Support', title: 'Support agent', skills: ['patience', 'german', 'english', 'polish'] },
  { name: 'Warehouse', title: 'Packer', skills: ['forklift', 'first aid'] },
  { name: 'Engineering', title: 'Developer', skills: ['sql', 'typescript', 'postgres', 's3'] },
  { name: 'Marketing', title: 'Editor', skills: ['writing', 'photography', 'seo'] },
  { name: 'Finance', title: 'Accountant', skills: ['tax law', 'excel', 'sql'] },
];

/** One boss, six heads of department, everyone else below them in small teams. */
export function employeeRows(anchor: Date): TableRows {
  return {
    table: 'employees',
    columns: [
      'id',
      'name',
      'title',
      'department',
      'manager_id',
      'email',
      'hired_on',
      'left_on',
      'salary',
      'skills',
    ],
    count: EMPLOYEES,
    rows: makeEmployees(anchor.getTime()),
  };
}

function* makeEmployees(now: number) {
  const random = createRandom('employees');
  for (let id = 1; id <= EMPLOYEES; id += 1) {
    const home = random.pickEarly(countries);
    const name = `${random.pick(home.first)} ${random.pick(home.last)}`;
    const department = departments[id % departments.length] ?? departments[0]!;
    const rank = rankOf(id);
    const hired = now - random.whole(60, 3600) * DAY;
    const salary = [180_000, 96_000, 64_000, 43_000][rank]! * random.between(0.9, 1.15);
    yield [
      id,
      name,
      rank === 0 ? 'Managing director' : titleOf(rank, department),
      rank === 0 ? 'Management' : department.name,
      managerOf(id, rank),
      `employee${id}@causeway-shop.example`,
      date(hired),
      rank === 3 && random.chance(0.12) ? date(hired + (now - hired) * random.next()) : null,
      money(Math.round(salary / 100) * 10_000),
      arrayOf(department.skills.filter(() => random.chance(0.6))),
    ];
  }
}

function rankOf(id: number): number {
  if (id === 1) return 0;
  if (id <= 7) return 1;
  return id <= 25 ? 2 : 3;
}

function titleOf(rank: number, department: { name: string; title: string }): string {
  if (rank === 1) return `Head of ${department.name}`;
  return rank === 2 ? `Senior ${department.title.toLowerCase()}` : department.title;
}

/** Ids of one department are six apart, so a boss is found among the smaller ids of the same kind. */
function managerOf(id: number, rank: number): number | null {
  if (rank === 0) return null;
  if (rank === 1) return 1;
  const firstOfAbove = rank === 2 ? 2 : 8;
  const above = rank === 2 ? 6 : 18;
  return firstOfAbove + ((id - firstOfAbove) % above);
}
