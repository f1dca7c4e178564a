import type { TradePack } from '../taxonomy.ts'

export const garage: TradePack = {
  labels: {
    quality: 'Repairs',
    service: 'Staff and service',
    price: 'Price and quotes',
    wait: 'Turnaround',
    communication: 'Keeping customers informed',
    trust: 'Honesty about what is needed',
  },
  topics: [
    {
      key: 'quality.repair',
      name: 'the repair',
      whole: true,
      terms:
        'repair|repairs, mot, service interval, brake|brakes, clutch, gearbox, engine, exhaust, tyre|tyres, tire|tires, battery, suspension, alternator, bodywork, paint, oil change, wheel alignment, alignment, windscreen, timing belt, parts, diagnosis, diagnostics, annual service',
      weak: 'car, van, vehicle, bike',
      praise:
        'fixed, fixed it, fixed the, runs like new|a, drives like new|a, diagnosed straight|quickly|it, found the fault|problem, good as new, passed its|the mot, smooth as new',
      complaints:
        "warning light came back|on again, light came back on, light is back on, still makes the same, same noise, noise is back, noise came back, broke down again|after|on, broken down again, failed again, fault came back, not fixed, wasn't fixed, still not fixed, misdiagnos*, wrong part|parts|oil|tyres, leaking, leaks, oil leak, scratched my|the, scratch on, dent in, dented, left a dent|scratch, oil on _ seat*, greasy marks on, loose bolt*, left loose, back to the garage, towed",
    },
    {
      key: 'price.bill',
      name: 'bills and charges',
      praised: 'bills and quotes',
      complaints:
        "without calling|ringing|asking me|first, work i did not|never authorise*|agree*|approve*|ask*, did not authorise, didn't authorise, never authorised, never agreed to, more than the phone quote, final bill was",
    },
    {
      key: 'wait.turnaround',
      name: 'turnaround',
      praise:
        'while i waited, while you wait, back the same day, ready the same day, ready by lunchtime|lunch|noon|the, done within|in an hour, done within|in the hour, within the hour',
      complaints:
        'car for # days|weeks, car for over|almost|nearly, had my car for, had the car for, without a car for, without my car, waiting for parts, waiting for a part, kept the car, kept my car',
    },
    {
      key: 'comfort.courtesy_car',
      name: 'courtesy cars and pick-up',
      terms: 'courtesy car, loan car, loaner, pick up service, drop off',
    },
    {
      key: 'trust.upsell',
      name: 'recommended work',
      praise:
        "told me it didn't need, told me it could wait, said it could wait, showed me the old|worn part*, showed me the worn, only replaced what, talked me out of, didn't charge, did not charge, no charge",
      complaints:
        'said i needed new, told me i needed new, tried to charge, invented faults|problems, found # faults, another garage said|found|told, second garage said|found|told, nothing wrong with, perfectly good',
    },
  ],
}
