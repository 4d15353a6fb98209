// What is made when somebody first asks for it and then shared by all, for each of a few keys.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace sidestep {

/// Safe to ask from any thread. Keys are few: they are compared one by one, and nothing is ever given up.
template <class Key, class Value>
class Kept {
public:
    /// `make` returns a shared pointer. It is called once for a key; where it throws, whoever asks next tries again.
    template <class Make>
    std::shared_ptr<const Value> of(const Key& key, Make make) const {
        Entry& entry = entry_of(key);
        std::call_once(entry.once, [&] { entry.value = make(); });
        return entry.value;
    }

private:
    struct Entry {
        explicit Entry(const Key& k) : key(k) {}
        Key key;
        std::once_flag once;
        std::shared_ptr<const Value> value;
    };
    Entry& entry_of(const Key& key) const {
        const std::lock_guard lock(mutex_);
        for (Entry& entry : entries_) {
            if (entry.key == key) return entry;
        }
        return entries_.emplace_back(key);
    }

    mutable std::mutex mutex_;
    mutable std::list<Entry> entries_;
};

}  // namespace sidestep
