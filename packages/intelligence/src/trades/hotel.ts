import type { TradePack } from '../taxonomy.ts'

export const hotel: TradePack = {
  labels: {
    quality: 'Rooms and breakfast',
    service: 'Staff and service',
    booking: 'Booking and check-in',
    comfort: 'Sleep and comfort',
    wait: 'Waiting',
  },
  topics: [
    {
      key: 'quality.room',
      name: 'the room',
      terms: 'room|rooms, suite, balcony, furniture, minibar, kettle, view from the room',
      praise: 'upgraded, upgrade to, well appointed, renovated, newly refurbished',
      complaints:
        "outdated room*, tiny room*, room was tiny|small|dark, peeling, broken tv|lamp|safe|kettle|window|lock, not as pictured, nothing like the photos|pictures, tv didn't work, tv did not work, not as advertised, smoke smell, smelled of smoke",
    },
    {
      key: 'quality.breakfast',
      name: 'the breakfast',
      terms: 'breakfast, buffet, breakfast room, restaurant, bar, food, dinner, coffee',
      praise: 'delicious, fresh, tasty, plenty of choice, wide choice, great selection, good selection',
      complaints: 'ran out of, no choice, limited choice, little choice, cold eggs, stale, bland',
    },
    {
      key: 'comfort.sleep',
      name: 'beds and sleep',
      terms: 'bed|beds, mattress, pillow|pillows, sleep, bedding, duvet, blackout, curtains',
      praise:
        "slept well, slept like, slept great, good night's sleep, great night's sleep, soundproof*, comfy bed, comfortable bed",
      complaints:
        "couldn't sleep, could not sleep, no sleep, didn't sleep, hardly slept, kept us|me awake, awake all night, thin walls, paper thin, hear everything, hear the neighbours|people|traffic|lift, street noise, traffic noise, lumpy, saggy, sagging, springs, rock hard",
    },
    {
      key: 'comfort.facilities',
      name: 'the facilities',
      whole: true,
      terms: 'wi fi, wifi, internet, pool, gym, spa, sauna, shower, hot water, bath, water pressure',
      complaints:
        "no hot water, cold shower, no water pressure, wifi didn't|doesn't|never work*, wifi did not work, wifi kept dropping, wifi dropped, slow wifi, pool was closed, gym was closed, spa was closed, lift out of order, shower leaked, drain was blocked",
    },
    {
      key: 'booking.check_in',
      name: 'arrival and the front desk',
      terms: 'check in, checkin, checking in, check out, checkout, arrival, front desk',
      praise:
        'early check in, late checkout, late check out, kept our|my luggage, smooth check in, let us check in early, room was ready early',
      complaints:
        "room was not ready, room wasn't ready, room not ready, moved us to another hotel, walked to another hotel, gave our room away, wrong room, key card* didn't|stopped|did",
    },
    {
      key: 'price.bill',
      name: 'bills and charges',
      praised: 'bills and quotes',
      complaints:
        'resort fee*, city tax not, charged for parking, minibar i|we never, charged for the minibar, deposit never, deposit not returned, deposit still',
    },
    {
      key: 'cleanliness.room',
      name: 'the cleanliness of rooms',
      complaints:
        'bed bugs, bedbugs, hairs in the|on, dirty sheets|towels|room|carpet, stained sheets|carpet|towels, sheets were stained|dirty, not been cleaned, room was not cleaned, never cleaned our, ants',
    },
  ],
}
